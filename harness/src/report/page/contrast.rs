//! That text can be read in both themes: the contrast that WCAG 2.2 asks for, of the colours of the style.

use std::collections::BTreeMap;

/// The colours of a style by name, in light and in dark.
fn palettes(style: &str) -> [BTreeMap<String, [u8; 3]>; 2] {
    let mut palettes = [BTreeMap::new(), BTreeMap::new()];
    let mut blocks = style.split(":root {").skip(1);
    for palette in &mut palettes {
        let block = blocks.next().unwrap().split('}').next().unwrap();
        for declaration in block.split(';') {
            let Some((name, value)) = declaration.split_once(": #") else { continue };
            let digits = value.trim();
            let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
            palette.insert(name.trim().trim_start_matches("--").to_owned(), [0, 2, 4].map(byte));
        }
    }
    palettes
}

/// The relative luminance.
fn luminance(color: [u8; 3]) -> f64 {
    let [red, green, blue] = color.map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Whether each of these pairs of text and background has at least this contrast, in both themes.
#[track_caller]
pub fn check(styles: &[&str], least: f64, pairs: &[(&str, &str)]) {
    for theme in 0..2 {
        let mut palette = BTreeMap::new();
        for style in styles {
            palette.append(&mut palettes(style)[theme]);
        }
        for (text, background) in pairs {
            let found = contrast(palette[*text], palette[*background]);
            assert!(found >= least, "{text} on {background} in theme {theme}: {found:.2}");
        }
    }
}

#[test]
fn contrast_is_that_of_the_standard() {
    assert!((contrast([0, 0, 0], [255, 255, 255]) - 21.0).abs() < 1e-9);
    // The example that is known as the lightest grey on white that passes.
    assert!(contrast([0x76; 3], [0xff; 3]) >= 4.5 && contrast([0x77; 3], [0xff; 3]) < 4.5);
}

#[test]
fn what_all_pages_share_can_be_read() {
    let style = crate::report::page::skeleton::STYLE;
    let text =
        [("ink", "paper"), ("soft", "paper"), ("accent", "paper"), ("ink", "raised"), ("soft", "raised")];
    check(&[style], 4.5, &text);
    check(&[style], 4.5, &[("warn", "warn-paper"), ("ink", "warn-paper")]);
    // Marks and lines of a drawing.
    let marks = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"].map(|color| (color, "paper"));
    check(&[style], 3.0, &marks);
}
