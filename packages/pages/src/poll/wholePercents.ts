/**
 * Integer percentages that add up to 100, by the largest remainder method: each is rounded down, and the ones with the
 * largest remainders get one more. Ties go to the earlier count. All are 0 if the total is 0.
 */
export function wholePercents(counts: readonly number[]): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total <= 0) return counts.map(() => 0)
  const exact = counts.map(count => (count / total) * 100)
  const floors = exact.map(Math.floor)
  const missing = 100 - floors.reduce((sum, floor) => sum + floor, 0)
  const remainders = exact.map((share, i) => ({ i, by: share - Math.floor(share) }))
  const roundedUp = new Set(
    remainders
      .toSorted((a, b) => b.by - a.by || a.i - b.i)
      .slice(0, missing)
      .map(({ i }) => i),
  )
  return floors.map((floor, i) => floor + (roundedUp.has(i) ? 1 : 0))
}
