// The standard checkers, written with testlib, all in one program: compiling the header takes seconds.
//
// Usage: reference PAIRS FOLDER. PAIRS holds records of three 32-bit numbers (rule, bytes of the answer, bytes of
// the output), then both texts. Each pair is judged by a process of its own, since testlib ends the process that
// it judges in; its files are in FOLDER. One exit status is printed a line.
#include "testlib.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>

namespace {

bool is_yes_or_no(const std::string &word) { return word == "YES" || word == "NO"; }

void wcmp() {
    while (!ans.seekEof() && !ouf.seekEof())
        if (ans.readToken() != ouf.readToken()) quitf(_wa, "another word");
    if (!ans.seekEof() || !ouf.seekEof()) quitf(_wa, "another number of words");
}

std::vector<std::string> words_of(const std::string &line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

// Calls `same` with each line of the answer and the one of the output, but for an empty last line.
template <typename Same>
void line_by_line(Same same) {
    while (!ans.eof()) {
        std::string expected = ans.readLine();
        if (expected.empty() && ans.eof()) break;
        if (!same(expected, ouf.readLine())) quitf(_wa, "another line");
    }
}

void lcmp() {
    line_by_line([](const std::string &a, const std::string &b) { return words_of(a) == words_of(b); });
}

void fcmp() {
    line_by_line([](const std::string &a, const std::string &b) { return a == b; });
}

void ncmp() {
    while (!ans.seekEof() && !ouf.seekEof()) {
        long long expected = ans.readLong();
        if (expected != ouf.readLong()) quitf(_wa, "another number");
    }
    bool is_short = !ans.seekEof(), is_long = !ouf.seekEof();
    while (!ans.seekEof()) ans.readLong();
    while (!ouf.seekEof()) ouf.readLong();
    if (is_short || is_long) quitf(_wa, "another number of numbers");
}

void hcmp() {
    pattern integer("0|-?[1-9][0-9]*");
    std::string expected = ans.readToken(), got = ouf.readToken();
    if (!integer.matches(expected) || !ans.seekEof()) quitf(_fail, "the answer is not one integer");
    if (!integer.matches(got)) quitf(_pe, "not an integer");
    if (expected != got) quitf(_wa, "another integer");
}

void rcmp() {
    double expected = ans.readDouble(), got = ouf.readDouble();
    if (std::fabs(expected - got) > 1.5e-6 + 1e-15) quitf(_wa, "another number");
}

void reals(double error) {
    while (!ans.seekEof()) {
        double expected = ans.readDouble();
        if (!doubleCompare(expected, ouf.readDouble(), error)) quitf(_wa, "another number");
    }
}

void rcmp4() { reals(1e-4); }
void rcmp6() { reals(1e-6); }
void rcmp9() { reals(1e-9); }

void yesno() {
    std::string expected = upperCase(ans.readToken()), got = upperCase(ouf.readToken());
    if (!is_yes_or_no(expected)) quitf(_fail, "the answer is neither yes nor no");
    if (!is_yes_or_no(got)) quitf(_pe, "neither yes nor no");
    if (expected != got) quitf(_wa, "the other one");
}

void nyesno() {
    while (!ans.seekEof() && !ouf.seekEof()) {
        std::string expected = upperCase(ans.readToken()), got = upperCase(ouf.readToken());
        if (!is_yes_or_no(expected)) quitf(_fail, "the answer is neither yes nor no");
        if (!is_yes_or_no(got)) quitf(_pe, "neither yes nor no");
        if (expected != got) quitf(_wa, "the other one");
    }
    if (!ans.seekEof() || !ouf.seekEof()) quitf(_wa, "another number of words");
}

std::vector<long long> integers_of_cases(InStream &stream, TResult fault) {
    std::vector<long long> all;
    while (!stream.seekEof()) {
        if (stream.readToken() != "Case") quitf(fault, "no case begins here");
        if (stream.readToken() != std::to_string(all.size() + 1) + ":") quitf(fault, "another case");
        all.push_back(stream.readLong());
    }
    return all;
}

void caseicmp() {
    std::vector<long long> expected = integers_of_cases(ans, _fail), got = integers_of_cases(ouf, _pe);
    if (expected != got) quitf(_wa, "other integers");
}

// The words of a case. What follows a word `Case` is the next one.
std::vector<std::string> words_of_case(InStream &stream, TResult fault, int number, bool &has_begun) {
    if (!has_begun && stream.readToken() != "Case") quitf(fault, "no case begins here");
    if (stream.readToken() != std::to_string(number) + ":") quitf(fault, "another case");
    std::vector<std::string> words;
    while (!stream.seekEof()) {
        std::string word = stream.readToken();
        if (word == "Case") {
            has_begun = true;
            break;
        }
        words.push_back(word);
    }
    return words;
}

void casewcmp() {
    bool has_begun_in_answer = false, has_begun_in_output = false;
    for (int number = 1; !ans.seekEof(); number++) {
        std::vector<std::string> expected = words_of_case(ans, _fail, number, has_begun_in_answer);
        if (expected != words_of_case(ouf, _pe, number, has_begun_in_output)) quitf(_wa, "other words");
    }
}

void uncmp() {
    std::multiset<long long> expected, got;
    while (!ans.seekEof()) expected.insert(ans.readLong());
    while (!ouf.seekEof()) got.insert(ouf.readLong());
    if (expected != got) quitf(_wa, "other numbers");
}

// In the order of the test.
void (*const RULES[])() = {wcmp,  lcmp,  fcmp,  ncmp,   hcmp,     rcmp,     rcmp4,
                           rcmp6, rcmp9, yesno, nyesno, caseicmp, casewcmp, uncmp};

// Writes a new file: file systems may write back at once what replaces another content.
void write_file(const std::string &path, const std::string &text) {
    std::remove(path.c_str());
    std::FILE *file = std::fopen(path.c_str(), "wb");
    if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fclose(file) != 0)
        _exit(120);
}

[[noreturn]] void judge(std::uint32_t rule, const std::string &answer, const std::string &output) {
    write_file("answer", answer);
    write_file("output", output);
    if (std::freopen("messages", "w", stderr) == nullptr) _exit(121);
    char names[][8] = {"check", "input", "output", "answer"};
    char *arguments[] = {names[0], names[1], names[2], names[3], nullptr};
    registerTestlibCmd(4, arguments);
    RULES[rule]();
    quitf(_ok, "the same");
}

// All of a file: a stream that is open in a process that ends is moved for the others, too.
std::string content(const char *path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) _exit(1);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

// The next bytes of the pairs.
std::string taken(const std::string &pairs, std::size_t &at, std::size_t count) {
    if (count > pairs.size() - at) _exit(1);
    at += count;
    return pairs.substr(at - count, count);
}

}  // namespace

int main(int argc, char *argv[]) {
    if (argc != 3) _exit(1);
    const std::string pairs = content(argv[1]);
    if (chdir(argv[2]) != 0) _exit(1);
    write_file("input", "");
    for (std::size_t at = 0; at < pairs.size();) {
        std::uint32_t head[3];
        std::memcpy(head, taken(pairs, at, sizeof head).data(), sizeof head);
        const std::string answer = taken(pairs, at, head[1]), output = taken(pairs, at, head[2]);
        if (head[0] >= sizeof RULES / sizeof *RULES) _exit(1);
        pid_t child = fork();
        if (child < 0) _exit(1);
        if (child == 0) judge(head[0], answer, output);
        int status = 0;
        if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) _exit(1);
        std::printf("%d\n", WEXITSTATUS(status));
        // What is not yet written would be written by the next process, too.
        std::fflush(stdout);
    }
    // testlib has not been told what this process is, and would complain at its end.
    _exit(0);
}
