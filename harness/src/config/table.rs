//! A TOML table from which known keys are taken; what is left over is a mistake.
//!
//! The keys that a table may have are the keys that were asked for, so the list behind "did you
//! mean" cannot fall behind the code that reads.

use std::borrow::Cow;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::file::{SettingsFile, position};
use crate::config::origin::Traced;
use crate::config::suggest::hint;
use crate::model::Name;

/// After this many syntax errors the rest is noise.
const MOST_SYNTAX_ERRORS: usize = 5;

/// A table whose keys are taken one by one.
#[derive(Debug)]
pub struct Table<'a> {
    file: &'a SettingsFile,
    /// How messages name it: `[defaults]`, or nothing for the top of a file.
    header: Arc<str>,
    /// Where it begins.
    at: usize,
    /// What was not taken yet, as written from top to bottom.
    left: Vec<Item<'a>>,
    known: Vec<&'static str>,
}

/// A value and its key.
#[derive(Debug)]
pub struct Item<'a> {
    file: &'a SettingsFile,
    /// The key as written.
    pub key: String,
    /// The table that it stands in.
    header: Arc<str>,
    /// Where the key stands; for elements of lists, where the value stands.
    at: usize,
    value: DeValue<'a>,
}

impl SettingsFile {
    /// The top of the file, or `None` and its syntax errors: what stands beside a syntax error is
    /// not worth reading.
    pub fn table(&self, errors: &mut SettingsErrors) -> Option<Table<'_>> {
        let (table, syntax_errors) = DeTable::parse_recoverable(&self.text);
        for error in syntax_errors.iter().take(MOST_SYNTAX_ERRORS) {
            let at = error.span().map(|span| position(self.text.as_bytes(), span.start));
            errors.push(SettingsError {
                path: Arc::clone(&self.path),
                line: at.map(|(line, _)| line),
                column: at.map(|(_, column)| column),
                what: error.message().replace('\n', " "),
                hint: None,
            });
        }
        syntax_errors.is_empty().then(|| Table::new(self, "".into(), 0, table.into_inner()))
    }
}

impl<'a> Table<'a> {
    fn new(file: &'a SettingsFile, header: Arc<str>, at: usize, table: DeTable<'a>) -> Self {
        let mut left: Vec<Item<'a>> = table
            .into_iter()
            .map(|(key, value)| Item {
                file,
                at: key.span().start,
                key: key.into_inner().into_owned(),
                header: Arc::clone(&header),
                value: value.into_inner(),
            })
            .collect();
        left.sort_by_key(|item| item.at);
        Self { file, header, at, left, known: Vec::new() }
    }

    /// Whether a key is set and was not taken yet.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.left.iter().any(|item| item.key == key)
    }

    /// Takes the value of a key, if it is set.
    pub fn take(&mut self, key: &'static str) -> Option<Item<'a>> {
        self.known.push(key);
        let index = self.left.iter().position(|item| item.key == key)?;
        Some(self.left.remove(index))
    }

    /// Takes the value of a key and reads it; a mistake is kept and counts as not set.
    pub fn read<T>(
        &mut self,
        key: &'static str,
        errors: &mut SettingsErrors,
        read: impl FnOnce(&Item<'a>) -> Result<T, SettingsError>,
    ) -> Option<Traced<T>> {
        let item = self.take(key)?;
        let value = errors.keep(read(&item))?;
        Some(item.traced(value))
    }

    /// Takes the table of a key; a value that is no table is kept as a mistake.
    pub fn table(&mut self, key: &'static str, errors: &mut SettingsErrors) -> Option<Table<'a>> {
        let item = self.take(key)?;
        errors.keep(item.into_table())
    }

    /// All that was not taken, in the written order: for tables whose keys the user invents.
    #[must_use]
    pub fn into_items(self) -> Vec<Item<'a>> {
        self.left
    }

    /// Every key that was not asked for is a mistake.
    pub fn finish(self, errors: &mut SettingsErrors) {
        for item in &self.left {
            errors.push_at(&self.file.origin(item.at), || {
                let place =
                    if self.header.is_empty() { String::new() } else { format!(" in {}", self.header) };
                let what = format!("unknown key {}{place}", quoted(&item.key));
                item.error(what, hint(&item.key, &self.known, "known keys"))
            });
        }
    }

    /// A mistake of the table as a whole.
    #[must_use]
    pub fn error(&self, what: String, hint: Option<String>) -> SettingsError {
        self.file.error(self.at, what, hint)
    }
}

impl<'a> Item<'a> {
    /// A value that came from here.
    pub fn traced<T>(&self, value: T) -> Traced<T> {
        Traced { value, origin: self.file.origin(self.at) }
    }

    /// A mistake at this key.
    #[must_use]
    pub fn error(&self, what: String, hint: Option<String>) -> SettingsError {
        self.file.error(self.at, what, hint)
    }

    /// The mistake that the value is of another type than `expected`.
    #[must_use]
    pub fn wrong_type(&self, expected: &str) -> SettingsError {
        let article = if matches!(self.value, DeValue::Integer(_) | DeValue::Array(_)) { "an" } else { "a" };
        let found = self.value.type_str();
        self.error(format!("{} must be {expected}, not {article} {found}", quoted(&self.key)), None)
    }

    /// A text.
    ///
    /// # Errors
    /// It is something else; `expected` says what should stand there.
    pub fn text(&self, expected: &str) -> Result<&str, SettingsError> {
        self.value.as_str().ok_or_else(|| self.wrong_type(expected))
    }

    /// A whole number from `least` up.
    ///
    /// # Errors
    /// It is something else, or does not fit.
    pub fn whole(&self, least: u32, expected: &str) -> Result<u32, SettingsError> {
        let DeValue::Integer(integer) = &self.value else { return Err(self.wrong_type(expected)) };
        let value = u32::from_str_radix(integer.as_str(), integer.radix()).ok();
        value.filter(|value| *value >= least).ok_or_else(|| {
            self.error(format!("{} must be {expected}, not {integer}", quoted(&self.key)), None)
        })
    }

    /// A finite number that is not negative.
    ///
    /// # Errors
    /// It is something else.
    pub fn number(&self, expected: &str) -> Result<f64, SettingsError> {
        let digits = match &self.value {
            DeValue::Float(float) => float.as_str(),
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
            DeValue::Integer(_)
            | DeValue::String(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => return Err(self.wrong_type(expected)),
        };
        let value: Option<f64> = digits.parse().ok();
        value.filter(|value| value.is_finite() && *value >= 0.0).ok_or_else(|| {
            self.error(format!("{} must be {expected}, not {digits}", quoted(&self.key)), None)
        })
    }

    /// A truth value.
    ///
    /// # Errors
    /// It is something else.
    pub fn flag(&self) -> Result<bool, SettingsError> {
        self.value.as_bool().ok_or_else(|| self.wrong_type("true or false"))
    }

    /// A text, a whole number or a date, as written.
    ///
    /// # Errors
    /// It is something else.
    pub fn written(&self) -> Result<String, SettingsError> {
        match &self.value {
            DeValue::String(text) => Ok(text.clone().into_owned()),
            DeValue::Integer(integer) => Ok(integer.to_string()),
            DeValue::Datetime(date) => Ok(date.to_string()),
            DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Array(_) | DeValue::Table(_) => {
                Err(self.wrong_type("a string or an integer"))
            }
        }
    }

    /// A list of texts.
    ///
    /// # Errors
    /// It is something else, or holds something else.
    pub fn texts(&self, expected: &str) -> Result<Vec<String>, SettingsError> {
        let Some(elements) = self.elements() else { return Err(self.wrong_type(expected)) };
        elements.iter().map(|element| element.text(expected).map(str::to_owned)).collect()
    }

    /// The texts of a table, by their keys.
    ///
    /// # Errors
    /// It is something else, or holds something else.
    pub fn texts_by_name(&self, expected: &str) -> Result<Vec<(String, String)>, SettingsError> {
        let DeValue::Table(table) = &self.value else { return Err(self.wrong_type(expected)) };
        let pair = |(key, value): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
            let text = value.get_ref().as_str().ok_or_else(|| self.wrong_type(expected))?;
            Ok((key.get_ref().to_string(), text.to_owned()))
        };
        table.iter().map(pair).collect()
    }

    /// The elements, if it is a list. Each has the key of the list and a place of its own.
    #[must_use]
    pub fn elements(&self) -> Option<Vec<Item<'a>>> {
        let element = |value: &Spanned<DeValue<'a>>| Item {
            file: self.file,
            key: self.key.clone(),
            header: Arc::clone(&self.header),
            at: value.span().start,
            value: value.get_ref().clone(),
        };
        self.value.as_array().map(|values| values.iter().map(element).collect())
    }

    /// Whether it is a table.
    #[must_use]
    pub fn is_table(&self) -> bool {
        self.value.is_table()
    }

    /// The table, named `[outer.key]`.
    ///
    /// # Errors
    /// It is something else.
    pub fn into_table(self) -> Result<Table<'a>, SettingsError> {
        let outer = self.header.trim_start_matches('[').trim_end_matches(']');
        let separator = if outer.is_empty() { "" } else { "." };
        let header: Arc<str> = format!("[{outer}{separator}{}]", Name::from(self.key.as_str())).into();
        match self.value {
            DeValue::Table(table) => Ok(Table::new(self.file, header, self.at, table)),
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_) => Err(self.wrong_type(&format!("a table {header}"))),
        }
    }
}
