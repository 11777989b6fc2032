import { performance } from 'node:perf_hooks'

/** Iterations of the event loop between two turns, at most. Node accepts one connection in each. */
const most = 20
/** Iterations without an event after which nobody waits: whoever was served in one may go on in the next. */
const quiet = 2

/**
 * Calls back when nobody waits for input or output any more, or after some iterations of the event loop: those who come
 * all the time get their share, and no more.
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

/** Events that the event loop has served so far; undefined where the runtime does not tell (Node before 20.18). */
const eventsSeen = (): number | undefined => performance.nodeTiming.uvMetricsInfo?.events
