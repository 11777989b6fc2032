import { performance } from 'node:perf_hooks'

/** Maximum iterations of the event loop between two time slices. Node accepts one connection in each iteration. */
const most = 20
/**
 * Iterations without an event after which nothing is pending: a client that was served in one may continue in the next.
 */
const quiet = 2

/**
 * Calls back when the event loop is idle, at the latest after `maxIterations`, so that steady input gets its share and
 * no more.
 */
export function nextSlice(callback: () => void): void {
  let [left, stillLeft, before] = [most, quiet, eventsSeen()]
  const look = (): void => {
    const now = eventsSeen()
    left -= 1
    stillLeft = now !== undefined && now === before ? stillLeft - 1 : quiet
    before = now
    if (left === 0 || stillLeft === 0) callback()
    else setImmediate(look)
  }
  setImmediate(look)
}

/** Events that the event loop has processed so far; undefined if the runtime does not report it (Node before 20.18). */
const eventsSeen = (): number | undefined => performance.nodeTiming.uvMetricsInfo?.events
