// LeetCode's form in Java: a queue of squares, and an array of the rolls to each.
class Solution {
    public int snakesAndLadders(int[][] board) {
        int n = board.length, last = n * n - 1;
        int[] rolls = new int[last + 1];
        Arrays.fill(rolls, -1);
        rolls[0] = 0;
        Deque<Integer> squares = new ArrayDeque<>(List.of(0));
        while (!squares.isEmpty()) {
            int square = squares.poll();
            if (square == last) return rolls[square];
            for (int next = square + 1; next <= Math.min(square + 6, last); next++) {
                int row = next / n, column = row % 2 == 0 ? next % n : n - 1 - next % n;
                int jump = board[n - 1 - row][column];
                int end = jump == -1 ? next : jump - 1;
                if (rolls[end] == -1) {
                    rolls[end] = rolls[square] + 1;
                    squares.add(end);
                }
            }
        }
        return -1;
    }
}
