/** The number of items per step. Processing this number of items takes less than a millisecond. */
const stepSize = 100

/** Maps items, and yields after every hundred items, so that the caller can pause (see `inSteps`). */
export function* mapInSteps<T, R>(items: readonly T[], map: (item: T) => R): Generator<undefined, R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += stepSize) {
    for (const item of items.slice(start, start + stepSize)) results.push(map(item))
    yield
  }
  return results
}

export function resultOf<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
