//! Names, times, sizes, bytes and codes, as one JSON value each. Each module is for `#[serde(with)]`.

/// A name, with escapes for what is not plain text, as reports show it.
pub mod name {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::model::Name;

    pub fn serialize<S: Serializer>(name: &Name, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&name.shown())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        let text = String::deserialize(deserializer)?;
        Name::from_shown(&text).ok_or_else(|| Error::custom(format!("`{text}` has a broken escape")))
    }
}

/// Bytes, as text with escapes.
pub mod bytes {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::model::{escaped, unescaped};

    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&escaped(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        unescaped(&text).ok_or_else(|| Error::custom(format!("`{text}` has a broken escape")))
    }
}

/// A time in whole nanoseconds; what is longer than 584 years is as good as that.
pub mod nanoseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        Ok(Duration::from_nanos(u64::deserialize(deserializer)?))
    }
}

/// A time that is always known where it is written.
pub mod known_nanoseconds {
    use std::time::Duration;

    use serde::{Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "serde hands references")]
    pub fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        crate::wire::scalar::nanoseconds::serialize(&time.unwrap_or_default(), serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        crate::wire::scalar::nanoseconds::deserialize(deserializer).map(Some)
    }
}

/// A size in bytes.
pub mod size {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::model::Bytes;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
    pub fn serialize<S: Serializer>(size: &Bytes, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(size.0)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        Ok(Bytes(u64::deserialize(deserializer)?))
    }
}

/// A part of the points, as a number from 0 to 1; null where there is none.
pub mod share {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::model::Share;

    #[expect(clippy::ref_option, reason = "serde hands references")]
    pub fn serialize<S: Serializer>(share: &Option<Share>, serializer: S) -> Result<S::Ok, S::Error> {
        share.map(Share::value).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Share>, D::Error> {
        let part = Option::<f64>::deserialize(deserializer)?;
        let share =
            |part| Share::new(part).ok_or_else(|| Error::custom(format!("{part} is not from 0 to 1")));
        part.map(share).transpose()
    }
}

/// A verdict, by its code.
pub mod verdict {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::model::Verdict;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
    pub fn serialize<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(verdict.code())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Verdict, D::Error> {
        let code = String::deserialize(deserializer)?;
        let verdict = Verdict::ALL.into_iter().find(|verdict| verdict.code() == code);
        verdict.ok_or_else(|| Error::custom(format!("no verdict is called `{code}`")))
    }
}

/// A digest, as hexadecimal digits.
pub mod digest {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::model::Digest;

    pub fn serialize<S: Serializer>(digest: &Digest, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(digest)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}
