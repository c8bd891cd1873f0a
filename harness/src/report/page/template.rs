//! Templates: files of HTML with named holes.
//!
//! `{{name}}` is a hole. Text that fills it is escaped; only [`Markup`], which is made of templates and of
//! marks, is not. Rows and marks that come by the thousand are written by code: a template says how a page
//! is built, and loops over nothing.

use std::fmt::{self, Write};

/// Text within a page: nothing in it is markup.
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A piece of a page that is complete: texts in it are escaped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markup(pub String);

/// What fills a hole.
pub trait Filling {
    /// Appends it to the page.
    fn fill(&self, page: &mut String);
}

impl Filling for &str {
    fn fill(&self, page: &mut String) {
        _ = write!(page, "{}", Escaped(self));
    }
}

impl Filling for String {
    fn fill(&self, page: &mut String) {
        self.as_str().fill(page);
    }
}

impl Filling for usize {
    fn fill(&self, page: &mut String) {
        _ = write!(page, "{self}");
    }
}

impl Filling for Markup {
    fn fill(&self, page: &mut String) {
        page.push_str(&self.0);
    }
}

/// The text of a template with its holes filled, each by the value of its name.
pub fn filled(template: &str, values: &[(&str, &dyn Filling)]) -> Markup {
    let mut page = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        let value = values.iter().find(|(known, _)| *known == name);
        debug_assert!(value.is_some(), "no value for `{name}` in {template}");
        if let Some((_, value)) = value {
            value.fill(&mut page);
        }
        rest = after;
    }
    page.push_str(rest);
    Markup(page)
}

#[cfg(test)]
mod tests {
    use super::{Markup, filled};

    #[test]
    fn text_is_escaped_and_markup_is_not() {
        let bold = Markup("<b>1 & 2</b>".to_owned());
        let page = filled(
            "<p>{{text}}{{bold}}{{text}}</p> {{n}}\n",
            &[("text", &"<b>&\"'{{bold}}"), ("bold", &bold), ("n", &7_usize)],
        );
        let text = "&lt;b&gt;&amp;&quot;&#39;{{bold}}";
        assert_eq!(page.0, format!("<p>{text}<b>1 & 2</b>{text}</p> 7\n"));
    }

    #[test]
    #[should_panic(expected = "no value for `other`")]
    fn a_hole_that_stays_empty_is_found() {
        filled("{{name}}{{other}}", &[("name", &"")]);
    }
}
