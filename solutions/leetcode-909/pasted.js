// LeetCode's form in JavaScript: sets of the squares that each further roll reaches.
/**
 * @param {number[][]} board
 * @return {number}
 */
var snakesAndLadders = function(board) {
    const jumps = [...board].reverse().flatMap((row, i) => (i % 2 ? [...row].reverse() : row));
    const seen = new Set([0]);
    let level = [0];
    for (let rolls = 0; level.length > 0; rolls++) {
        const after = [];
        for (const square of level) {
            if (square === jumps.length - 1) return rolls;
            for (let next = square + 1; next < Math.min(square + 7, jumps.length); next++) {
                const end = jumps[next] === -1 ? next : jumps[next] - 1;
                if (!seen.has(end)) after.push(end);
                seen.add(end);
            }
        }
        level = after;
    }
    return -1;
};
