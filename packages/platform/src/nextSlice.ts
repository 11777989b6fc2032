import { performance } from 'node:perf_hooks'

/** Maximum iterations of the event loop between two time slices. Node accepts one connection in each iteration. */
const maxIterations = 20
/**
 * Iterations without an event after which nothing is pending: a client that was served in one may continue in the next.
 */
const idleIterations = 2

/**
 * Calls back when the event loop is idle, at the latest after `maxIterations`, so that steady input gets its share and
 * no more.
 */
export function nextSlice(callback: () => void): void {
  let [iterationsLeft, idleLeft, before] = [maxIterations, idleIterations, eventCount()]
  const look = (): void => {
    const now = eventCount()
    iterationsLeft -= 1
    idleLeft = now !== undefined && now === before ? idleLeft - 1 : idleIterations
    before = now
    if (iterationsLeft === 0 || idleLeft === 0) callback()
    else setImmediate(look)
  }
  setImmediate(look)
}

/** Events that the event loop has processed so far; undefined if the runtime does not report it (Node before 20.18). */
const eventCount = (): number | undefined => performance.nodeTiming.uvMetricsInfo?.events
