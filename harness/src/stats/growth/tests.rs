//! Points that were made by a law must be found to be made by it.

use proptest::prelude::ProptestConfig;
use proptest::{prop_assert, proptest};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::stats::growth::{Law, Model, NoLaw, Trend, laws, slope};

/// Ten sizes in geometric steps.
fn sizes(from: f64, to: f64) -> Vec<f64> {
    (0..10).map(|step| (from * (to / from).powf(f64::from(step) / 9.0)).round()).collect()
}

fn shape(model: Model, n: f64) -> f64 {
    match model {
        Model::Constant => 1.0,
        Model::Logarithmic => n.log2(),
        Model::Linear => n,
        Model::Linearithmic => n * n.log2(),
        Model::Quadratic => n * n,
        Model::Cubic => n * n * n,
        Model::Exponential => n.exp2(),
    }
}

/// What each law looks like over the sizes at which one would measure it.
fn range(model: Model) -> Vec<f64> {
    if model == Model::Exponential { sizes(4.0, 24.0) } else { sizes(100.0, 1e5) }
}

/// The points of a law with a constant, each off by up to so much.
fn noisy(model: Model, constant: f64, noise: f64, seed: u64) -> Vec<(f64, f64)> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let sizes = range(model);
    let constant = constant * shape(model, sizes[3]);
    let point = |size: &f64| {
        let value = 1000.0 * (constant + shape(model, *size));
        (*size, value * random.random_range(1.0 - noise..1.0 + noise))
    };
    sizes.iter().map(point).collect()
}

/// In how many of 40 the law is among those that are found, and in how many it is the only one.
fn found(model: Model, constant: f64) -> (usize, usize) {
    let laws = (0..40).map(|seed| laws(&noisy(model, constant, 0.05, seed)).unwrap_or_default());
    let laws: Vec<Vec<Law>> = laws.filter(|laws| laws.iter().any(|law| law.model == model)).collect();
    (laws.len(), laws.iter().filter(|laws| laws.len() == 1).count())
}

#[test]
fn the_law_behind_noisy_points_is_found_and_mostly_no_other() {
    for model in Model::ALL {
        let (named, alone) = found(model, 0.0);
        assert!(named >= 38 && alone >= 32, "{model:?}: {named}, alone {alone}");
    }
}

#[test]
fn a_constant_beside_it_hides_no_law() {
    for model in [Model::Linear, Model::Linearithmic, Model::Quadratic, Model::Cubic, Model::Exponential] {
        let (named, alone) = found(model, 1.0);
        assert!(named >= 38 && alone >= 20, "{model:?}: {named}, alone {alone}");
    }
}

#[test]
fn over_a_narrow_range_laws_are_tied_and_that_is_said() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let points: Vec<(f64, f64)> =
        sizes(1000.0, 2000.0).into_iter().map(|n| (n, n * random.random_range(0.95..1.05))).collect();
    let models: Vec<Model> = laws(&points).unwrap().iter().map(|law| law.model).collect();
    assert!(models.contains(&Model::Linear) && models.contains(&Model::Linearithmic), "{models:?}");
}

#[test]
fn noise_alone_follows_no_law() {
    for seed in 0..100 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let points: Vec<(f64, f64)> =
            sizes(10.0, 1e4).into_iter().map(|n| (n, random.random_range(0.1..10.0_f64).exp())).collect();
        assert!(matches!(laws(&points), Err(NoLaw::Poor { .. })), "seed {seed}: {:?}", laws(&points));
    }
}

#[test]
fn two_laws_one_after_the_other_are_none() {
    for seed in 0..100 {
        let slow = noisy(Model::Linear, 0.0, 0.05, seed);
        let steep = noisy(Model::Cubic, 0.0, 0.05, seed);
        let joint = steep[5].1 / slow[5].1;
        let steep = steep[5..].iter().map(|(size, value)| (*size, value / joint));
        let points: Vec<(f64, f64)> = slow[..5].iter().copied().chain(steep).collect();
        assert!(matches!(laws(&points), Err(NoLaw::Poor { .. })), "seed {seed}: {:?}", laws(&points));
    }
}

#[test]
fn what_fits_no_law_is_described() {
    let points: Vec<(f64, f64)> = (3..10).map(|n| (f64::from(n), 5.0 * 3f64.powi(n))).collect();
    let Err(NoLaw::Poor { trend: Trend::Exponential { base, residual }, .. }) = laws(&points) else {
        panic!("{:?}", laws(&points))
    };
    assert!((base - 3.0).abs() < 1e-9 && residual < 1e-9);
    let points: Vec<(f64, f64)> = sizes(10.0, 1e4).into_iter().map(|n| (n, n.powf(5.5))).collect();
    let Err(NoLaw::Poor { trend: Trend::Power { exponent, .. }, .. }) = laws(&points) else {
        panic!("{:?}", laws(&points))
    };
    assert!((exponent - 5.5).abs() < 1e-9);
}

#[test]
fn three_points_are_too_few() {
    assert_eq!(laws(&[(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]), Err(NoLaw::TooFew { points: 3 }));
    assert_eq!(laws(&[(1.0, 0.0), (2.0, f64::NAN)]), Err(NoLaw::TooFew { points: 0 }));
}

#[test]
fn what_does_not_grow_never_crosses() {
    let points: Vec<(f64, f64)> = sizes(10.0, 1e4).into_iter().map(|n| (n, 7.0)).collect();
    let laws = laws(&points).unwrap();
    assert_eq!((laws[0].model, laws[0].crossing(8.0)), (Model::Constant, None));
    assert!((laws[0].factor() - 7.0).abs() < 1e-9 && laws[0].constant() < 1e-9);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_value_at_the_crossing_is_the_limit(which in 1usize..7, constant in 0.0..2.0f64, times in 1.5..1e3f64) {
        let points = noisy(Model::ALL[which], constant, 0.01, 3);
        let laws = laws(&points).unwrap();
        let limit = points[9].1 * times;
        if let Some(size) = laws[0].crossing(limit) {
            prop_assert!((laws[0].at(size) / limit - 1.0).abs() < 1e-9, "{size}");
        } else {
            prop_assert!(laws[0].at(1e18) < limit);
        }
    }

    #[test]
    fn the_order_of_the_points_and_the_unit_are_of_no_matter(seed in 0u64..1000, unit in 1e-6..1e6f64) {
        let points = noisy(Model::Quadratic, 0.0, 0.05, seed);
        let mut other: Vec<(f64, f64)> = points.iter().map(|(size, value)| (*size, value * unit)).collect();
        other.reverse();
        let models = |points: &[(f64, f64)]| -> Vec<Model> {
            laws(points).unwrap().iter().map(|law| law.model).collect()
        };
        prop_assert!(models(&points) == models(&other));
    }
}

#[test]
fn the_slope_is_the_power_behind_the_cost_of_a_start() {
    let sizes: Vec<f64> = (0..10).map(|power| 2f64.powi(power)).collect();
    let square: Vec<(f64, f64)> = sizes.iter().map(|size| (*size, 0.5 * size * size)).collect();
    let found = slope(&square).unwrap();
    assert!((found.exponent - 2.0).abs() < 1e-9 && (found.factor - 0.5).abs() < 1e-9, "{found:?}");
    // The first is the least, and every other one at least twice as large.
    assert_eq!((found.sizes, found.points), ((2.0, 512.0), 9));
    let with_start: Vec<(f64, f64)> = sizes.iter().map(|size| (*size, 100_000.0 + size * size)).collect();
    let found = slope(&with_start).map(|slope| slope.points);
    assert_eq!(found, None, "only the largest input takes twice as long as a start");
    assert_eq!(slope(&[(1.0, 1.0), (2.0, 4.0), (3.0, 9.0)]), None);
    assert_eq!(slope(&[(10.0, 1.0), (11.0, 4.0), (12.0, 9.0), (13.0, 12.0), (14.0, 15.0)]), None);
    assert_eq!(slope(&[]), None);
}
