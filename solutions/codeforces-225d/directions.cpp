// Breadth-first search over (head, directions of the body without its tail), two bits a segment.
#include <iostream>
#include <queue>
#include <string>
#include <vector>

const int ROWS[] = {-1, 0, 1, 0}, COLUMNS[] = {0, 1, 0, -1};

struct State {
    int row, column, turns, moves;
};

// Whether a segment between head and tail is there. Segment 1 to 2 stands in the lowest bits.
static bool is_taken(const State& state, int n_turns, int row, int column) {
    int r = state.row, c = state.column;
    for (int i = 0; i < n_turns; i++) {
        int turn = state.turns >> (2 * i) & 3;
        r += ROWS[turn];
        c += COLUMNS[turn];
        if (r == row && c == column) return true;
    }
    return false;
}

int main() {
    int n, m;
    std::cin >> n >> m;
    std::vector<std::string> board(n);
    std::vector<std::pair<int, int>> snake(9, {-1, -1});
    int length = 0;
    for (int r = 0; r < n; r++) {
        std::cin >> board[r];
        for (int c = 0; c < m; c++) {
            if (board[r][c] >= '1' && board[r][c] <= '9') {
                snake[board[r][c] - '1'] = {r, c};
                length++;
            }
        }
    }
    int n_turns = length - 2, start = 0;
    for (int i = n_turns - 1; i >= 0; i--) {
        for (int turn = 0; turn < 4; turn++) {
            if (snake[i].first + ROWS[turn] == snake[i + 1].first &&
                snake[i].second + COLUMNS[turn] == snake[i + 1].second) {
                start = start << 2 | turn;
            }
        }
    }
    const int all_turns = (1 << (2 * n_turns)) - 1;
    std::vector<bool> seen(static_cast<std::size_t>(n * m) << (2 * n_turns));
    const auto place = [&](const State& state) {
        return static_cast<std::size_t>(state.row * m + state.column) << (2 * n_turns) | state.turns;
    };
    std::queue<State> queue;
    queue.push({snake[0].first, snake[0].second, start, 0});
    seen[place(queue.front())] = true;
    while (!queue.empty()) {
        const State state = queue.front();
        queue.pop();
        for (int turn = 0; turn < 4; turn++) {
            int row = state.row + ROWS[turn], column = state.column + COLUMNS[turn];
            if (row < 0 || row >= n || column < 0 || column >= m || board[row][column] == '#') continue;
            if (is_taken(state, n_turns, row, column)) continue;
            if (board[row][column] == '@') {
                std::cout << state.moves + 1 << '\n';
                return 0;
            }
            State next{row, column, (state.turns << 2 | (turn ^ 2)) & all_turns, state.moves + 1};
            if (seen[place(next)]) continue;
            seen[place(next)] = true;
            queue.push(next);
        }
    }
    std::cout << -1 << '\n';
}
