/** The number of iterations of the event loop until a promise settles. */
export async function turnsMeanwhile(promise: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  count()
  await promise
  isOver = true
  return turns
}
