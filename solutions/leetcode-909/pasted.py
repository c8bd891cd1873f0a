# LeetCode's form in Python: a queue of squares with their number of rolls.
class Solution:
    def snakesAndLadders(self, board: List[List[int]]) -> int:
        rows = [row if i % 2 == 0 else row[::-1] for i, row in enumerate(reversed(board))]
        jumps = list(chain.from_iterable(rows))
        seen, squares = {0}, deque([(0, 0)])
        while squares:
            square, rolls = squares.popleft()
            if square == len(jumps) - 1:
                return rolls
            for after in range(square + 1, min(square + 7, len(jumps))):
                end = after if jumps[after] == -1 else jumps[after] - 1
                if end not in seen:
                    seen.add(end)
                    squares.append((end, rolls + 1))
        return -1
