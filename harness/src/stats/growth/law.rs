//! A law of growth: a shape, a factor, perhaps a constant.

/// The shape of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// It does not grow.
    Constant,
    /// log n
    Logarithmic,
    /// n
    Linear,
    /// n log n
    Linearithmic,
    /// n²
    Quadratic,
    /// n³
    Cubic,
    /// 2ⁿ
    Exponential,
}

impl Model {
    /// All of them, the slowest first.
    pub const ALL: [Self; 7] = [
        Self::Constant,
        Self::Logarithmic,
        Self::Linear,
        Self::Linearithmic,
        Self::Quadratic,
        Self::Cubic,
        Self::Exponential,
    ];

    /// What is written after the `O`, for a size of this name.
    #[must_use]
    pub fn of(self, size: &str) -> String {
        match self {
            Self::Constant => "1".to_owned(),
            Self::Logarithmic => format!("log {size}"),
            Self::Linear => size.to_owned(),
            Self::Linearithmic => format!("{size} log {size}"),
            Self::Quadratic => format!("{size}²"),
            Self::Cubic => format!("{size}³"),
            Self::Exponential => format!("2^{size}"),
        }
    }

    /// The logarithm of the shape: 2ⁿ itself would soon be infinite.
    fn ln(self, size: f64) -> f64 {
        // One more, so that it is positive at 1, too.
        let ln_of_log = || size.ln_1p().ln();
        match self {
            Self::Constant => 0.0,
            Self::Logarithmic => ln_of_log(),
            Self::Linear => size.ln(),
            Self::Linearithmic => size.ln() + ln_of_log(),
            Self::Quadratic => 2.0 * size.ln(),
            Self::Cubic => 3.0 * size.ln(),
            Self::Exponential => size * std::f64::consts::LN_2,
        }
    }
}

/// A size and the logarithm of the value there.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub size: f64,
    pub ln: f64,
}

/// `factor · (shape + rest)`, as logarithms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    /// The shape.
    pub model: Model,
    /// The root mean square of the relative errors at the points that it was made of.
    pub residual: f64,
    ln_factor: f64,
    /// Minus infinity where there is no constant.
    ln_rest: f64,
}

impl Law {
    /// The law without a constant.
    #[must_use]
    pub fn plain(model: Model, points: &[Point]) -> Self {
        Self::with_rest(model, points, f64::NEG_INFINITY)
    }

    /// The law with the constant that brings it nearest to the points.
    pub fn with_constant(model: Model, points: &[Point]) -> Self {
        /// Steps of the first, rough search.
        const STEPS: u32 = 64;
        /// How far below the least and above the greatest value of the shape the constant may be sought.
        const BEYOND: f64 = 5.0;
        let shapes = points.iter().map(|point| model.ln(point.size));
        let low = shapes.clone().fold(f64::INFINITY, f64::min) - BEYOND;
        let high = shapes.fold(f64::NEG_INFINITY, f64::max) + BEYOND;
        let step = (high - low) / f64::from(STEPS);
        let law = |ln_rest: f64| Self::with_rest(model, points, ln_rest);
        let rough = (0..=STEPS)
            .map(|index| law(low + step * f64::from(index)))
            .min_by(|a, b| a.residual.total_cmp(&b.residual));
        let middle = rough.map_or(low, |law| law.ln_rest);
        law(least(middle - step, middle + step, |ln_rest| law(ln_rest).residual))
    }

    fn with_rest(model: Model, points: &[Point], ln_rest: f64) -> Self {
        let mut law = Self { model, residual: 0.0, ln_factor: 0.0, ln_rest };
        let (sum, count) =
            points.iter().fold((0.0, 0.0), |(sum, count), point| (sum + law.error(point), count + 1.0));
        law.ln_factor = sum / count;
        law.residual = root_mean_square(points.iter().map(|point| law.error(point)));
        law
    }

    /// How far a point lies above the law, as a logarithm.
    #[must_use]
    pub fn error(&self, point: &Point) -> f64 {
        point.ln - self.ln_at(point.size)
    }

    fn ln_at(&self, size: f64) -> f64 {
        let (shape, rest) = (self.model.ln(size), self.ln_rest);
        let (less, more) = if shape < rest { (shape, rest) } else { (rest, shape) };
        self.ln_factor + more + (less - more).exp().ln_1p()
    }

    /// The value at a size.
    #[must_use]
    pub fn at(&self, size: f64) -> f64 {
        self.ln_at(size).exp()
    }

    /// What is added to the shape times the factor, 0 where there is nothing of that kind.
    #[must_use]
    pub fn constant(&self) -> f64 {
        (self.ln_factor + self.ln_rest).exp()
    }

    /// The factor before the shape.
    #[must_use]
    pub fn factor(&self) -> f64 {
        self.ln_factor.exp()
    }

    /// The size at which it reaches a value; none where that is never, or beyond all sizes.
    #[must_use]
    pub fn crossing(&self, value: f64) -> Option<f64> {
        /// No input is so large.
        const LARGEST: f64 = 1e18;
        let wanted = value.ln();
        let (mut low, mut high) = (0.0_f64, LARGEST.ln());
        if self.model == Model::Constant || self.ln_at(LARGEST) < wanted || self.ln_at(1.0) >= wanted {
            return None;
        }
        // Sizes as logarithms: half of what remains is soon less than a double can tell.
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if self.ln_at(middle.exp()) < wanted { low = middle } else { high = middle }
        }
        Some(high.exp())
    }
}

/// Where a function with one valley is least, by the golden section.
fn least(mut low: f64, mut high: f64, of: impl Fn(f64) -> f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    for _ in 0..60 {
        let part = (high - low) * GOLDEN;
        if of(high - part) < of(low + part) { high = low + part } else { low = high - part }
    }
    f64::midpoint(low, high)
}

/// The root of the mean of the squares.
pub fn root_mean_square(errors: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = errors.fold((0.0, 0.0), |(sum, count), error| (sum + error * error, count + 1.0));
    (sum / f64::max(count, 1.0)).sqrt()
}
