import type { StartTimer } from '@plenum/core/memoize'

/** A timer in its line, which is closed to a ring: what stands before the first one and after the last is the line itself. */
interface Link {
  previous: Link
  next: Link
}

interface Waiting extends Link {
  /** Whole milliseconds, so that no number is kept as an object. */
  readonly due: number
  readonly run: () => void
}

/** Timers of one duration, in the order in which they are due. */
interface Line extends Link {
  readonly milliseconds: number
  /** That of the platform, which keeps the process alive as long as somebody waits. */
  timer: NodeJS.Timeout | null
}

const lines = new Map<number, Line>()

/**
 * Like `setTimeout`, and cheap where nearly all timers are stopped: those of the same duration share one of the
 * platform, which is not stopped with them but looks who still waits when its time has come.
 */
export const startTimer: StartTimer = (milliseconds, run) => {
  const line = lines.get(milliseconds) ?? newLine(milliseconds)
  const due = Math.ceil(performance.now() + milliseconds)
  if (!line.timer) time(line, milliseconds)
  else if (isEmpty(line)) line.timer.ref()
  const waiting: Waiting = { due, run, previous: line.previous, next: line }
  line.previous.next = waiting
  line.previous = waiting
  return () => {
    leave(waiting)
    if (isEmpty(line)) line.timer?.unref()
  }
}

function newLine(milliseconds: number): Line {
  const line = { milliseconds, timer: null } as Line
  line.previous = line.next = line
  lines.set(milliseconds, line)
  return line
}

const isEmpty = (line: Line): boolean => line.next === line

/** May be called again, when there is nothing to leave any more. */
function leave(waiting: Link): void {
  waiting.previous.next = waiting.next
  waiting.next.previous = waiting.previous
  waiting.previous = waiting.next = waiting
}

function time(line: Line, milliseconds: number): void {
  line.timer = setTimeout(() => check(line), milliseconds)
}

function check(line: Line): void {
  const now = performance.now()
  try {
    for (let first = firstOf(line); first && first.due <= now; first = firstOf(line)) {
      leave(first)
      first.run()
    }
  } finally {
    const next = firstOf(line)
    if (next) time(line, next.due - now)
    else lines.delete(line.milliseconds)
  }
}

const firstOf = (line: Line): Waiting | null => (isEmpty(line) ? null : (line.next as Waiting))
