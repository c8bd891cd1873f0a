//! Pasted solutions whose signatures are others than the settings say, with the real compilers.

use crate::pasted::{ARRAY, judged, problem, right};

/// The method has a signature of its own, which may be another than that of the site.
#[test]
fn cpp_calls_the_method_by_the_types_that_it_has_itself() {
    let class = |text: &str| format!("class Solution {{\n{text}\n}};\n");
    let sum = "{ long long s = 0; for (auto x : a) s += x; return s; }";
    let other = "class Other { public: int f(vector<int>& a) { return 0; } };\n";
    let sources = [
        (
            "defined.cpp",
            format!("#define int long long\n{}", class(&format!("public: int f(vector<int>& a) {sum}"))),
        ),
        ("fixed.cpp", class(&format!("public: int64_t f(vector<int64_t> a) const {sum}"))),
        ("size.cpp", class(&format!("public: size_t f(const vector<size_t>& a) const noexcept {sum}"))),
        ("short.cpp", class(&format!("public: short f(vector<short>&& a) noexcept {sum}"))),
        ("wide.cpp", class(&format!("public: virtual __int128 f(vector<__int128>& a) {sum}"))),
        ("static.cpp", class(&format!("public: static long long f(vector<long long>& a) {sum}"))),
        ("auto.cpp", class(&format!("public: auto f(auto&& a) {sum}"))),
        ("deque.cpp", class(&format!("public: int8_t f(deque<double> a) {sum}"))),
        (
            "defaults.cpp",
            class(&format!("public: long long f(vector<long long>& a, int b = 1, long long c = 2) {sum}")),
        ),
        (
            "helper.cpp",
            class(&format!(
                "private: int f(vector<long long>& a, int at) {{ return a[at]; }}\n\
                 public: long long f(vector<long long>& a) {{ f(a, 0); return g(a); }}\n\
                 long long g(vector<long long>& a) {sum}"
            )),
        ),
        (
            "shorter.cpp",
            class(&format!(
                "int f() {{ return 0; }}\npublic: long long f(vector<long long>& a, bool b = false) {sum}"
            )),
        ),
        (
            "twice.cpp",
            class(&format!("public: int f(vector<int>& a) {sum}\nint f(vector<char>& a) {{ return a[0]; }}")),
        ),
        (
            "inherited.cpp",
            format!(
                "{other}struct Base {{ long f(vector<long>& a) {sum} }};\n\
                 class Solution : public Base {{ public: using Base::f; }};\n"
            ),
        ),
        (
            "space.cpp",
            format!(
                "namespace own {{\n{}}}\n",
                class(&format!("public: unsigned f(vector<unsigned>& a) {sum}"))
            ),
        ),
    ];
    let sources: Vec<(&str, &str)> = sources.iter().map(|(name, text)| (*name, text.as_str())).collect();
    right(&["g++"], problem(ARRAY, "[1,2,4]\n", "7\n"), &sources);
    let numbers = "name = \"f\"\nparameters = [{ name = \"a\", type = \"int\" }, { name = \"b\", type = \"double\" }, \
        { name = \"c\", type = \"string\" }, { name = \"d\", type = \"char[]\" }, { name = \"e\", type = \"boolean[]\" }]\n\
        returns = \"string[]\"\n";
    let given = "-5\n2.5\n\"x\"\n[\"y\",\"z\"]\n[true,false]\n";
    let all = "{ vector<string> r; r.emplace_back(c); r.push_back(to_string((int)a)); r.push_back(to_string((int)(2 * b))); \
        r.push_back(string(d.begin(), d.end())); r.push_back(to_string(e.size()) + to_string((int)*e.begin())); return r; }";
    let sources = [
        ("plain.cpp", format!("vector<string> f(int a, double b, string c, vector<char>& d, vector<bool>& e) {all}")),
        ("others.cpp", format!("auto f(long a, float b, string_view c, string d, vector<int> e) {all}")),
        ("pointer.cpp", format!("deque<string> f(const int& a, long double b, const char* c, list<char>& d, deque<bool>&& e) {}", all.replace("vector<string>", "deque<string>"))),
        ("views.cpp", "inline static string kept;\nvector<string_view> f(int, double, const string& c, const vector<char>&, const vector<bool>&) { kept = c; return {kept, \"-5\", \"5\", \"yz\", \"21\"}; }".to_owned()),
    ];
    let sources: Vec<(&str, String)> =
        sources.iter().map(|(name, text)| (*name, class(&format!("public: {text}")))).collect();
    let sources: Vec<(&str, &str)> = sources.iter().map(|(name, text)| (*name, text.as_str())).collect();
    right(&["g++"], problem(numbers, given, "[\"x\",\"-5\",\"5\",\"yz\",\"21\"]\n"), &sources);
    let changed = "name = \"f\"\nparameters = [{ name = \"a\", type = \"int[][]\" }]\nreturns = \"void\"\n";
    let sources = [(
        "changed.cpp",
        "#define int long long\nclass Solution { public: void f(vector<vector<int>>& a) { a[0][0] = 1LL << 40; } };\n",
    )];
    right(&["g++"], problem(changed, "[[1,2],[]]\n", "[[1099511627776,2],[]]\n"), &sources);
}

/// What no value of the settings fits is said by the compiler.
#[test]
fn cpp_is_told_where_a_type_cannot_be_given() {
    let sources = [
        ("other.cpp", "class Solution { public: int f(vector<vector<int>>& a) { return 0; } };\n"),
        ("result.cpp", "class Solution { public: vector<int> f(vector<int>& a) { return a; } };\n"),
    ];
    let Some(output) = judged(&["g++"], problem(ARRAY, "[1]\n", "1\n"), &sources) else { return };
    output.says("the driver has no value for a parameter");
    output.says("the result is of another type");
}
