//! The links between the documents lead to files that are there.

use std::path::Path;

use crate::{DOCS, pages, read, root};

/// The targets of the links `[text](target)` of a text.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0))
}

#[test]
fn every_link_to_a_file_leads_to_it() {
    for page in pages().into_iter().chain(["solutions/README.md".to_owned()]) {
        let text = read(&page);
        for target in targets(&text).filter(|target| !target.contains("://")) {
            let (file, _) = target.split_once('#').unwrap_or((target, ""));
            let path = root().join(&page).parent().map_or_else(root, Path::to_owned).join(file);
            assert!(path.exists(), "{page}: the link to `{target}` leads nowhere");
        }
    }
}

#[test]
fn the_readme_leads_to_every_page() {
    let readme = read("README.md");
    let linked: Vec<&str> = targets(&readme).collect();
    for page in pages().iter().filter(|page| page.starts_with(DOCS)) {
        assert!(linked.contains(&page.as_str()), "README.md has no link to {page}");
    }
}
