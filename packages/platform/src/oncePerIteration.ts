/**
 * Single flight: all calls in one iteration of the event loop share a query. It starts after the last of them, so that
 * its result is fresh for each caller.
 */
export function oncePerIteration<T>(query: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => {
    pending ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        pending = undefined
        query().then(resolve, reject)
      })
    })
    return pending
  }
}
