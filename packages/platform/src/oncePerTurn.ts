/**
 * Single flight: all calls in one iteration of the event loop share a query. It starts after the last of them, so that
 * its result is fresh for each caller.
 */
export function oncePerTurn<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined
  return () => {
    asking ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        asking = undefined
        ask().then(resolve, reject)
      })
    })
    return asking
  }
}
