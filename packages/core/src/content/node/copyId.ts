const maxLength = 255
const maxNumber = 1000

/**
 * Candidate ids of a copy when its id is in use: `copy_of_x`, `copy2_of_x` and so on. A copy of a copy continues from
 * its own number (docs/content-and-access.md, Copy and move, rule 4).
 */
export function* copyIds(id: string): Generator<string> {
  const { number, original } = numberOf(id)
  for (let next = number + 1; next <= number + maxNumber; next += 1) {
    const begin = next === 1 ? 'copy_of_' : `copy${next}_of_`
    yield begin + original.slice(0, maxLength - begin.length)
  }
}

function numberOf(id: string): { readonly number: number; readonly original: string } {
  const [, digits = '', original] = /^copy(\d{0,9})_of_(.+)$/s.exec(id) ?? []
  return original === undefined ? { number: 0, original: id } : { number: Number(digits || '1'), original }
}
