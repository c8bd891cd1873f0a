//! The function that solutions of a problem define, where they read no input themselves.

/// The signature of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name, in camel case.
    pub name: String,
    /// What it is given, in order.
    pub parameters: Vec<Parameter>,
    /// What it returns. Where that is nothing, the first parameter holds the result.
    pub returns: Option<ValueType>,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type.
    pub value: ValueType,
}

/// The type of a parameter or a result: an element, or an array of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueType {
    /// What stands in the innermost brackets.
    pub element: Element,
    /// How many brackets: 0 for no array.
    pub depth: usize,
}

/// A type that is no array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Element {
    /// 32 bits.
    Int,
    /// 64 bits.
    Long,
    /// A floating-point number.
    Double,
    /// `true` or `false`.
    Boolean,
    /// One letter.
    Char,
    /// A text.
    Text,
    /// A linked list of whole numbers.
    ListNode,
    /// A binary tree of whole numbers, written level by level.
    TreeNode,
}

impl Element {
    /// All, by their names in settings.
    pub const NAMES: [(&'static str, Self); 8] = [
        ("int", Self::Int),
        ("long", Self::Long),
        ("double", Self::Double),
        ("boolean", Self::Boolean),
        ("char", Self::Char),
        ("string", Self::Text),
        ("ListNode", Self::ListNode),
        ("TreeNode", Self::TreeNode),
    ];

    /// Its name in settings.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, element)| *element == self).map_or("", |(name, _)| name)
    }
}

impl ValueType {
    /// Its name in settings: `int[][]`.
    #[must_use]
    pub fn name(self) -> String {
        self.element.name().to_owned() + &"[]".repeat(self.depth)
    }
}

impl Function {
    /// What its result is: what it returns, or else what it leaves in its first parameter.
    #[must_use]
    pub fn result(&self) -> Option<ValueType> {
        self.returns.or_else(|| self.parameters.first().map(|first| first.value))
    }

    /// Its name in languages whose names have underscores: `snakesAndLadders` is `snakes_and_ladders`.
    #[must_use]
    pub fn snake_case(&self) -> String {
        let letters: Vec<char> = self.name.chars().collect();
        let mut name = String::new();
        for (index, letter) in letters.iter().enumerate() {
            let is_small = |at: usize| letters.get(at).is_some_and(|c| !c.is_uppercase() && *c != '_');
            let begins_word = index > 0
                && (is_small(index - 1) || name.ends_with(char::is_alphabetic) && is_small(index + 1));
            if letter.is_uppercase() && begins_word {
                name.push('_');
            }
            name.extend(letter.to_lowercase());
        }
        name
    }

    /// Its name in languages whose methods begin with a capital letter.
    #[must_use]
    pub fn pascal_case(&self) -> String {
        let mut letters = self.name.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Element, Function, ValueType};

    #[test]
    fn names_follow_the_language() {
        let check = |name: &str, snake: &str, pascal: &str| {
            let function = Function { name: name.to_owned(), parameters: Vec::new(), returns: None };
            assert_eq!((function.snake_case().as_str(), function.pascal_case().as_str()), (snake, pascal));
        };
        check("snakesAndLadders", "snakes_and_ladders", "SnakesAndLadders");
        check("f", "f", "F");
        check("numIslands2D", "num_islands2_d", "NumIslands2D");
        check("sortHTML", "sort_html", "SortHTML");
        check("isBSTValid", "is_bst_valid", "IsBSTValid");
        check("two_sum", "two_sum", "Two_sum");
    }

    #[test]
    fn a_type_has_its_name_of_the_settings() {
        assert_eq!(ValueType { element: Element::Text, depth: 2 }.name(), "string[][]");
        assert_eq!(ValueType { element: Element::TreeNode, depth: 0 }.name(), "TreeNode");
    }
}
