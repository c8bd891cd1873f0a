// Breadth-first search over (head, directions of the body without its tail), two bits a segment.
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Scanner;

class Directions {
    private static final int[] ROWS = {-1, 0, 1, 0}, COLUMNS = {0, 1, 0, -1};

    private record State(int row, int column, int turns, int moves) {
        /** Whether a segment between head and tail is there. Segment 1 to 2 stands in the lowest bits. */
        boolean isTaken(int turnCount, int otherRow, int otherColumn) {
            int r = row, c = column;
            for (int i = 0; i < turnCount; i++) {
                int turn = turns >> (2 * i) & 3;
                r += ROWS[turn];
                c += COLUMNS[turn];
                if (r == otherRow && c == otherColumn) return true;
            }
            return false;
        }
    }

    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), m = in.nextInt();
        String[] board = new String[n];
        int[][] snake = new int[9][];
        int length = 0;
        for (int r = 0; r < n; r++) {
            board[r] = in.next();
            for (int c = 0; c < m; c++) {
                char mark = board[r].charAt(c);
                if (mark >= '1' && mark <= '9') {
                    snake[mark - '1'] = new int[] {r, c};
                    length++;
                }
            }
        }
        int turnCount = length - 2, start = 0;
        for (int i = turnCount - 1; i >= 0; i--) {
            for (int turn = 0; turn < 4; turn++) {
                if (snake[i][0] + ROWS[turn] == snake[i + 1][0] && snake[i][1] + COLUMNS[turn] == snake[i + 1][1]) {
                    start = start << 2 | turn;
                }
            }
        }
        System.out.println(moves(board, turnCount, new State(snake[0][0], snake[0][1], start, 0)));
    }

    private static int moves(String[] board, int turnCount, State start) {
        int m = board[0].length(), allTurns = (1 << (2 * turnCount)) - 1;
        BitSet seen = new BitSet();
        ArrayDeque<State> queue = new ArrayDeque<>();
        queue.add(start);
        seen.set((start.row() * m + start.column()) << (2 * turnCount) | start.turns());
        while (!queue.isEmpty()) {
            State state = queue.remove();
            for (int turn = 0; turn < 4; turn++) {
                int row = state.row() + ROWS[turn], column = state.column() + COLUMNS[turn];
                if (row < 0 || row >= board.length || column < 0 || column >= m) continue;
                char mark = board[row].charAt(column);
                if (mark == '#' || state.isTaken(turnCount, row, column)) continue;
                if (mark == '@') return state.moves() + 1;
                int turns = (state.turns() << 2 | (turn ^ 2)) & allTurns;
                int place = (row * m + column) << (2 * turnCount) | turns;
                if (seen.get(place)) continue;
                seen.set(place);
                queue.add(new State(row, column, turns, state.moves() + 1));
            }
        }
        return -1;
    }
}
