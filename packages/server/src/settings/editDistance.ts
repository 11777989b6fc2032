/**
 * The minimum number of insertions, deletions, replacements and transpositions that turn one text into the other
 * (Damerau-Levenshtein).
 */
export function editDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaceCost = at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapCost = isSwap ? at(beforeLast, j - 2) + 1 : replaceCost
      row.push(Math.min(replaceCost, swapCost, at(last, j) + 1, at(row, j - 1) + 1))
    }
    beforeLast = last
    last = row
  }
  return at(last, to.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
