import { createSemaphore, type Release, type Semaphore, type SemaphoreCounts } from './semaphore.js'
import { createSliceLoop, type SliceLoop } from './sliceLoop.js'

/**
 * Lets a loop over many objects share the event loop with other tasks: call `if (slice.isOver()) await slice.next()`
 * once per object. Node serves I/O between two slices.
 */
export interface TimeSlice {
  /** Whether the current time slice is used up. */
  isOver(): boolean
  /** Waits for a new time slice. Every caller gets a slice eventually. */
  next(): Promise<void>
}

/** A unit of work that may turn out to be long, such as answering one request. */
export interface Task extends TimeSlice {
  /**
   * Like `TimeSlice.isOver`, but false until the task itself has used a fifth of a slice: finishing such a short task
   * delays nobody.
   */
  isOver(): boolean
  /**
   * Like `TimeSlice.next`. Rejects with `postponed` if the task has used more than one slice and no permit is free, and
   * with `abandoned` if nobody waits for the result.
   */
  next(): Promise<void>
  /**
   * Exempts the task from `postponed` and `abandoned`. Call this before a write, or if other tasks wait for the task.
   */
  prioritize(): void
  /** Acquires a permit before work that is known to be long. Throws `postponed` if none is free. */
  expectLong(): void
  /**
   * Waits for a slice in which no other caller of `exclusiveSlice` runs. Call it before a step that takes some
   * milliseconds without a pause, and before that step opens a snapshot or takes a lock. Call the returned function
   * after the step, so that other tasks can use the rest of the slice.
   */
  exclusiveSlice(): Promise<Release>
  /** Waits for a permit for long tasks; returns immediately if the task already has one. */
  acquirePermit(): Promise<void>
  /** Makes the task use the permits for members' writes from now on, so that it does not queue behind reads. */
  joinWrites(): void
  /** Releases the permit while the task waits for its client to send a body or to read a finished result. */
  releasePermit(): void
  /** Signals that nobody waits for the result. */
  abandon(): void
  /** Throws `abandoned` when nobody waits for the result. */
  check(): void
  /** Releases the permit. Must be called after the result has been delivered. */
  end(): void
}

/** Divides the time of one process among its requests (docs/http-answers.md, Time slices). */
export interface Scheduler extends TimeSlice {
  /** Begins a task. Queued tasks get permits round-robin by the network address that `address` returns. */
  begin(address?: () => string): Task
  /** The numbers of running long tasks and of long tasks that wait for a permit. */
  long(): SemaphoreCounts
}

export interface SchedulerOptions {
  /** A monotonic clock in milliseconds. */
  now(): number
  /** Calls a function after Node has served I/O, as `setImmediate` does. */
  nextSlice(callback: () => void): void
  /**
   * The length of a slice in milliseconds; 10 by default. With the default, a slice takes less than 15 ms including the
   * work on its last object.
   */
  readonly length?: number
  /**
   * The maximum number of concurrent long tasks; 2 by default. A separate limit of the same size applies to members'
   * writes.
   */
  readonly long?: number
}

/** Thrown to stop a task that must wait for a permit and start again; `withPermit` catches it. */
export const postponed: unique symbol = Symbol('postponed')

/** Thrown to stop a task when nobody waits for its result. */
export const abandoned: unique symbol = Symbol('abandoned')

/** Creates the scheduler of a process. All code in the process must share it. */
export function createScheduler({ now, nextSlice, length = 10, long = 2 }: SchedulerOptions): Scheduler {
  const loop = createSliceLoop({ now, nextSlice, length })
  const [reads, writes] = [createSemaphore({ count: long }), createSemaphore({ count: long })]
  const isOver = (): boolean => now() - loop.begun() > length
  return {
    isOver,
    next: () => loop.next('long'),
    begin: (address = noAddress) => beginTask({ loop, reads, writes, now, length }, address),
    long: () => sumOf(reads.counts(), writes.counts()),
  }
}

/** The address of tasks that were not started by a request. */
const noAddress = (): string => ''

const sumOf = (a: SemaphoreCounts, b: SemaphoreCounts): SemaphoreCounts => ({
  running: a.running + b.running,
  waiting: a.waiting + b.waiting,
})

interface TaskResources {
  readonly loop: SliceLoop
  readonly reads: Semaphore
  /** The permits for members' writes. */
  readonly writes: Semaphore
  readonly now: () => number
  readonly length: number
}

/**
 * Measures only the time of this task, so that a task is not treated as long because other tasks have used up the
 * slice.
 */
function beginTask({ loop, reads, writes, now, length }: TaskResources, address: () => string): Task {
  let semaphore = reads
  let usedTime = 0
  // Begins the slice now, so that the time before the first call of `isOver` is included.
  loop.begun()
  let lastCheck = now()
  let permit: Release | null = null
  let isAbandoned = false
  let isPrioritized = false
  let cancelWait = (): void => {}
  const isOver = (): boolean => {
    const [begun, time] = [loop.begun(), now()]
    usedTime += Math.max(0, time - Math.max(begun, lastCheck))
    lastCheck = time
    return time - begun > length && usedTime > length / 5
  }
  const next = (): Promise<void> => loop.next(usedTime > length ? 'long' : 'short')
  const check = (): void => {
    if (isAbandoned && !isPrioritized) throw abandoned
  }
  const abandon = (): void => {
    isAbandoned = true
    cancelWait()
  }
  const releasePermit = (): void => {
    permit?.()
    permit = null
  }
  const end = (): void => {
    abandon()
    releasePermit()
  }
  const expectLong = (): void => {
    check()
    permit ??= semaphore.tryAcquire()
    if (!permit && !isPrioritized) throw postponed
  }
  return {
    isOver,
    next: async () => {
      if (usedTime > length) expectLong()
      check()
      await next()
    },
    expectLong,
    exclusiveSlice: async () => {
      for (;;) {
        const release = loop.claim()
        if (release) return release
        await loop.next('own')
      }
    },
    prioritize: () => {
      isPrioritized = true
    },
    acquirePermit: async () => {
      check()
      if (permit) return
      const request = semaphore.wait(address())
      const cancelled = new Promise<never>((_, reject) => {
        cancelWait = () => {
          request.leave()
          reject(abandoned)
        }
      })
      permit = await Promise.race([request.permit, cancelled])
    },
    joinWrites: () => {
      semaphore = writes
    },
    releasePermit,
    abandon,
    check,
    end,
  }
}

const maxAttempts = 20

/**
 * Runs `attempt`. After a postponement, acquires a permit and runs it again, at most 20 times. `attempt` must have no
 * effect until it succeeds.
 */
export async function withPermit<T>(task: Task, attempt: () => Promise<T>): Promise<T> {
  for (let remainingAttempts = maxAttempts; ; remainingAttempts--) {
    try {
      return await attempt()
    } catch (error) {
      // The error may come from another task whose result this task shares. The next attempt computes the result
      // itself.
      if ((error !== postponed && error !== abandoned) || remainingAttempts === 0) throw error
      await task.acquirePermit()
    }
  }
}

/** Runs a function in a separate task, which ends when the function has finished. */
export async function inTask<T>(scheduler: Pick<Scheduler, 'begin'>, run: (task: Task) => Promise<T>): Promise<T> {
  const task = scheduler.begin()
  try {
    return await run(task)
  } finally {
    task.end()
  }
}

export async function* eachOf<T>(chunks: AsyncIterable<readonly T[]>, slice: TimeSlice): AsyncGenerator<T> {
  for await (const chunk of chunks)
    for (const item of chunk) {
      if (slice.isOver()) await slice.next()
      yield item
    }
}

/** Collects the items of chunks. Waits for a new slice between two chunks if the current slice is over. */
export async function collect<T>(chunks: AsyncIterable<readonly T[]>, slice: TimeSlice): Promise<T[]> {
  const items: T[] = []
  for await (const chunk of chunks) {
    for (const item of chunk) items.push(item)
    if (slice.isOver()) await slice.next()
  }
  return items
}

/** Runs a generator and returns its result. Waits for a new slice between two steps if the current slice is over. */
export async function inSteps<T>(steps: Generator<undefined, T>, slice: TimeSlice): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (slice.isOver()) await slice.next()
  }
}
