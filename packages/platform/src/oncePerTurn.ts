/**
 * Asks once for all who want to know in one iteration of the event loop: after the last of them has come, so that the
 * answer is true for each.
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
