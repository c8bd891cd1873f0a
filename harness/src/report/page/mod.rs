//! What every HTML page is made of: the skeleton with its policy and style, templates, axes and marks.

#[cfg(test)]
pub mod contrast;
pub mod marks;
pub mod plane;
pub mod quantity;
pub mod scale;
pub mod skeleton;
pub mod template;
