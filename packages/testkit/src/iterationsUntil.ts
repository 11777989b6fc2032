/** Returns the number of event loop iterations until the promise settles. */
export async function iterationsUntil(promise: Promise<unknown>): Promise<number> {
  let scheduler = 0
  let isOver = false
  const count = (): void => {
    scheduler += 1
    if (!isOver) setImmediate(count)
  }
  count()
  await promise
  isOver = true
  return scheduler
}
