import { performance } from 'node:perf_hooks'

/**
 * The maximum number of event loop iterations between two time slices. Node accepts only one connection per iteration,
 * so several iterations are needed to accept waiting connections.
 */
const maxIterations = 20
/**
 * The number of iterations without an event after which the event loop is considered idle. One iteration is not
 * sufficient, because a client that was served in one iteration may send its next request in the following iteration.
 */
const idleIterations = 2

/**
 * Calls `callback` when the event loop is idle, but after at most `maxIterations` iterations, so that a steady stream
 * of events cannot delay the callback indefinitely.
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

/**
 * Returns the number of events that the event loop has processed, or undefined if the runtime does not report this
 * number (Node before 20.18).
 */
const eventCount = (): number | undefined => performance.nodeTiming.uvMetricsInfo?.events
