// Breadth-first search over (head, directions of the body without its tail), two bits a segment.
"use strict";

const [size, ...board] = require("fs").readFileSync(0, "utf8").trim().split(/\r?\n/);
const [n, m] = size.split(" ").map(Number);
const STEPS = [[-1, 0], [0, 1], [1, 0], [0, -1]];

const snake = [];
for (let row = 0; row < n; row++) {
    for (let column = 0; column < m; column++) {
        const digit = board[row].charCodeAt(column) - 48;
        if (digit >= 1 && digit <= 9) snake[digit - 1] = [row, column];
    }
}
const nTurns = snake.length - 2;
const allTurns = (1 << (2 * nTurns)) - 1;

/** Whether a segment between head and tail is there. Segment 1 to 2 stands in the lowest bits. */
function isTaken(row, column, turns, otherRow, otherColumn) {
    for (let i = 0; i < nTurns; i++) {
        const [down, right] = STEPS[(turns >> (2 * i)) & 3];
        row += down;
        column += right;
        if (row === otherRow && column === otherColumn) return true;
    }
    return false;
}

function moves() {
    let start = 0;
    for (let i = nTurns - 1; i >= 0; i--) {
        const turn = STEPS.findIndex(([down, right]) =>
            snake[i][0] + down === snake[i + 1][0] && snake[i][1] + right === snake[i + 1][1]);
        start = (start << 2) | turn;
    }
    const seen = new Uint8Array((n * m) << (2 * nTurns));
    const place = (row, column, turns) => ((row * m + column) << (2 * nTurns)) | turns;
    let level = [[snake[0][0], snake[0][1], start]];
    seen[place(...level[0])] = 1;
    for (let count = 1; level.length > 0; count++) {
        const next = [];
        for (const [row, column, turns] of level) {
            for (let turn = 0; turn < 4; turn++) {
                const r = row + STEPS[turn][0], c = column + STEPS[turn][1];
                if (r < 0 || r >= n || c < 0 || c >= m || board[r][c] === "#") continue;
                if (isTaken(row, column, turns, r, c)) continue;
                if (board[r][c] === "@") return count;
                const nextTurns = ((turns << 2) | (turn ^ 2)) & allTurns;
                const at = place(r, c, nextTurns);
                if (seen[at]) continue;
                seen[at] = 1;
                next.push([r, c, nextTurns]);
            }
        }
        level = next;
    }
    return -1;
}

console.log(moves());
