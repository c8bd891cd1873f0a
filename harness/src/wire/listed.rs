//! What may be absent, and lists, of things whose shape another file gives.

/// A module for `#[serde(with)]` on an `Option` of this type, whose own shape is given by `$with`.
macro_rules! optional {
    ($module:ident, $type:ty, $with:literal) => {
        pub mod $module {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            #[derive(Serialize)]
            struct Shown<'a>(#[serde(with = $with)] &'a $type);

            #[derive(Deserialize)]
            struct Read(#[serde(with = $with)] $type);

            #[expect(clippy::ref_option, reason = "serde hands references")]
            pub fn serialize<S: Serializer>(value: &Option<$type>, serializer: S) -> Result<S::Ok, S::Error> {
                value.as_ref().map(Shown).serialize(serializer)
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Option<$type>, D::Error> {
                Ok(Option::<Read>::deserialize(deserializer)?.map(|Read(value)| value))
            }
        }
    };
}

/// The same for a `Vec`.
macro_rules! list {
    ($module:ident, $type:ty, $with:literal) => {
        pub mod $module {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            #[derive(Serialize)]
            struct Shown<'a>(#[serde(with = $with)] &'a $type);

            #[derive(Deserialize)]
            struct Read(#[serde(with = $with)] $type);

            pub fn serialize<S: Serializer>(values: &[$type], serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(values.iter().map(Shown))
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<$type>, D::Error> {
                Ok(Vec::<Read>::deserialize(deserializer)?.into_iter().map(|Read(value)| value).collect())
            }
        }
    };
}

pub(crate) use {list, optional};
