//! The page over one small ranking: nothing is missing, nothing is markup that came from a name.

use crate::comparison::{Contender, Metric};
use crate::model::Name;
use crate::report::comparison::fixture::{contender, contenders, with, with_contenders};
use crate::report::comparison::html::page;

fn page_of(contenders: &[Contender]) -> String {
    with_contenders(&Name::from("sums"), contenders, Metric::Cpu, page)
}

/// The names of the elements that are open, to see that each is closed where it must be.
fn unbalanced(page: &str) -> Vec<String> {
    let mut open: Vec<String> = Vec::new();
    let tags = page.split('<').skip(1).map(|rest| rest.split('>').next().unwrap());
    for tag in tags.filter(|tag| !tag.starts_with('!') && !tag.ends_with('/')) {
        let name = tag.trim_start_matches('/').split(' ').next().unwrap();
        if ["meta", "br"].contains(&name) {
            continue;
        }
        if !tag.starts_with('/') {
            open.push(name.to_owned());
        } else if open.pop().as_deref() != Some(name) {
            open.push(format!("/{name}"));
        }
    }
    open
}

#[test]
fn every_solution_and_case_and_verdict_is_named() {
    let page = with(Metric::Cpu, page);
    for name in ["quick", "quick-too", "slow, but sure", "wrong", "WA on 2-large", "1-small", "2-large"] {
        assert!(page.contains(name), "no `{name}`");
    }
    let finding = "<p class=\"finding\">no significant difference between quick, quick-too</p>";
    assert!(page.contains(finding));
    assert!(
        page.contains("A processor, 4 cores, a virtual machine, Linux 6.1, governor performance, load 0.5")
    );
    assert!(page.contains("2 of 6 medians are close to it"));
    assert!(page.contains("quick: slower than the baseline by 8.0 %"));
    assert_eq!(unbalanced(&page), Vec::<String>::new());
}

#[test]
fn every_run_is_a_point() {
    let page = with(Metric::Wall, page);
    let runs: Vec<&str> = page.split("<path class=\"runs").skip(1).collect();
    let points: usize = runs.iter().map(|path| path.split("/>").next().unwrap().matches("h0").count()).sum();
    assert_eq!(points, 3 * 10);
}

#[test]
fn the_ratio_of_a_solution_has_its_place_on_the_axis() {
    let page = page_of(&[contender(0, "one", [1000, 1000]), contender(1, "ten", [10_000, 10_000])]);
    assert!(page.contains("<title>ten: 9.98 ×, 95 % interval 9.96–10.00</title>"), "{page}");
    assert!(page.contains("<title>one: the fastest, the base of the ratios</title>"));
    // The axis has 4 % of the ratios as room at each end, so both lie 0.04 / 1.08 from the edge.
    assert!(page.contains("class=\"point\" cx=\"3.70%\""), "{page}");
    assert!(page.contains("class=\"point\" cx=\"96."), "{page}");
}

#[test]
fn a_name_is_never_markup() {
    let evil = "<script>alert(\"1\")</script>&'x'";
    let mut all = contenders();
    all.push(contender(4, evil, [500, 600]));
    all.push(Contender { disqualified: Some(evil.to_owned()), ..contender(5, evil, [1, 1].map(|_| 200)) });
    let page = with_contenders(&Name::from(evil), &all, Metric::Cpu, page);
    assert!(!page.contains("<script"), "{page}");
    assert!(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;x&#39;"));
    assert_eq!(unbalanced(&page), Vec::<String>::new());
}

#[test]
fn a_page_asks_for_nothing_else() {
    let page = with(Metric::Memory, page);
    for what in ["http:", "https:", "//", "<script", "<link", "<img", "url(", "@import", " src="] {
        assert!(!page.contains(what), "`{what}` in the page");
    }
}

#[test]
fn the_same_ranking_gives_the_same_page() {
    assert_eq!(with(Metric::Cpu, page), with(Metric::Cpu, page));
}

#[test]
fn nothing_to_rank_is_said() {
    let wrong = Contender { disqualified: Some("WA on 1".to_owned()), ..contender(0, "wrong", [200, 200]) };
    let page = page_of(&[wrong]);
    assert!(page.contains("No solution is right on every case"));
    assert!(page.contains("WA on 1"));
    assert!(!page.contains("NaN") && !page.contains("inf%"), "{page}");
}

#[test]
fn one_solution_alone_has_no_ratios() {
    let page = page_of(&[contender(0, "alone", [300, 400])]);
    assert!(!page.contains("id=\"ratios\"") && page.contains("id=\"spread\""));
    assert!(!page.contains("NaN"), "{page}");
}
