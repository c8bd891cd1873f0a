// LeetCode's form in C++: a queue of squares, level by level.
class Solution {
public:
    int snakesAndLadders(vector<vector<int>>& board) {
        int n = board.size(), last = n * n;
        vector<int> jumps;
        for (int row = n - 1; row >= 0; row--) {
            if ((n - 1 - row) % 2) {
                jumps.insert(jumps.end(), board[row].rbegin(), board[row].rend());
            } else {
                jumps.insert(jumps.end(), board[row].begin(), board[row].end());
            }
        }
        vector<int> rolls(last, -1);
        queue<int> squares;
        rolls[0] = 0;
        squares.push(0);
        while (!squares.empty()) {
            int square = squares.front();
            squares.pop();
            if (square == last - 1) return rolls[square];
            for (int next = square + 1; next < min(square + 7, last); next++) {
                int end = jumps[next] == -1 ? next : jumps[next] - 1;
                if (rolls[end] != -1) continue;
                rolls[end] = rolls[square] + 1;
                squares.push(end);
            }
        }
        return -1;
    }
};
