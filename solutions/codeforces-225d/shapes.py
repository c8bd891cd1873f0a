# Bit-parallel search: for each shape of the body without its tail, the set of all heads as one number.
import sys


def next_shapes(shape, steps):
    """The steps that the body leaves open, each with the shape after it."""
    place, taken = 0, set()
    for step in shape:
        place += step
        taken.add(place)
    return [(step, (-step,) + shape[:-1]) for step in steps if step not in taken]


def main():
    words = sys.stdin.read().split()
    n, m = int(words[0]), int(words[1])
    # A column of walls on the right side keeps rows apart.
    width = m + 1
    steps = (-width, 1, width, -1)
    free, apple, snake = 0, 0, {}
    for row, line in enumerate(words[2 : 2 + n]):
        for column, mark in enumerate(line):
            cell = row * width + column
            if mark != "#":
                free |= 1 << cell
            if mark == "@":
                apple = 1 << cell
            elif mark.isdigit():
                snake[int(mark)] = cell
    start = tuple(snake[i + 1] - snake[i] for i in range(1, len(snake) - 1))
    level = {start: 1 << snake[1]}
    seen, following = dict(level), {}
    moves = 0
    while level:
        moves += 1
        after = {}
        for shape, heads in level.items():
            if shape not in following:
                following[shape] = next_shapes(shape, steps)
            for step, then in following[shape]:
                moved = heads << step if step > 0 else heads >> -step
                moved &= free & ~seen.get(then, 0)
                if moved:
                    after[then] = after.get(then, 0) | moved
        for shape, heads in after.items():
            if heads & apple:
                print(moves)
                return
            seen[shape] = seen.get(shape, 0) | heads
        level = after
    print(-1)


main()
