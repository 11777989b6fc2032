import { createSemaphore, type Release, type Semaphore, type SemaphoreCounts } from './semaphore.js'
import { createSliceLoop, type SliceLoop } from './sliceLoop.js'

/**
 * Lets a loop share the event loop with other tasks: call `if (slice.isOver()) await slice.next()` once per iteration.
 * Node processes I/O between two slices.
 */
export interface TimeSlice {
  isOver(): boolean
  /** Waits for a new time slice. Every caller eventually gets one. */
  next(): Promise<void>
}

/** A unit of work that may take a long time, such as a request. */
export interface Task extends TimeSlice {
  /** Returns the client's network address, or an empty string for a task without a client. */
  address(): string
  /**
   * Whether the slice is over. Returns false until the task itself has used a fifth of a slice, because a shorter task
   * does not noticeably delay other tasks.
   */
  isOver(): boolean
  /**
   * Waits for a new time slice. Rejects with `postponed` if the task has used more than one slice and no permit is
   * free, and with `abandoned` if nobody waits for the result.
   */
  next(): Promise<void>
  /**
   * Prevents the task from being postponed or abandoned. Call it before a write, or if other tasks depend on this task.
   */
  prioritize(): void
  /** Acquires a permit before work that is known to take a long time. Throws `postponed` if no permit is free. */
  expectLong(): void
  /**
   * Waits for a slice that no other caller of `exclusiveSlice` uses. Call it before a step that takes several
   * milliseconds without a pause, and before that step opens a snapshot or takes a lock. Call the returned function
   * after the step, so that other tasks can use the rest of the slice.
   */
  exclusiveSlice(): Promise<Release>
  /** Waits for a permit for long tasks. Returns immediately if the task already has a permit. */
  acquirePermit(): Promise<void>
  /** Switches the task to the permits for members' writes, so that it does not queue behind reads. */
  joinWrites(): void
  /** Releases the permit while the task waits for its client to send a body or to receive the response. */
  releasePermit(): void
  /** Reports that no client waits for the result of the task. */
  abandon(): void
  /** Throws `abandoned` if no client waits for the result. */
  check(): void
  /** Releases the permit. Call it after the result has been delivered. */
  end(): void
}

/** Divides the time of a process among its requests (docs/http-answers.md, Time slices). */
export interface Scheduler extends TimeSlice {
  /**
   * Begins a task. `address` returns the client's network address. Queued tasks get permits in round-robin order of
   * their addresses.
   */
  begin(address?: () => string): Task
  /** Returns the numbers of running and queued long tasks. */
  long(): SemaphoreCounts
}

export interface SchedulerOptions {
  /** Returns the time of a monotonic clock, in milliseconds. */
  now(): number
  /** Calls a function after Node has processed I/O, like `setImmediate`. */
  nextSlice(callback: () => void): void
  /**
   * The length of a slice in milliseconds. Defaults to 10, so that a slice, including the last iteration of a loop,
   * ends within 15 ms.
   */
  readonly length?: number
  /**
   * The maximum number of concurrent long tasks. Defaults to 2. The same limit applies separately to members' writes.
   */
  readonly long?: number
}

/** The symbol that is thrown to stop a task that must wait for a permit and start again. `withPermit` catches it. */
export const postponed: unique symbol = Symbol('postponed')

/** The symbol that is thrown to stop a task when nobody waits for its result. */
export const abandoned: unique symbol = Symbol('abandoned')

/** Creates the scheduler of a process. All code in the process must share this scheduler. */
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

const noAddress = (): string => ''

const sumOf = (a: SemaphoreCounts, b: SemaphoreCounts): SemaphoreCounts => ({
  running: a.running + b.running,
  waiting: a.waiting + b.waiting,
})

interface TaskResources {
  readonly loop: SliceLoop
  readonly reads: Semaphore
  readonly writes: Semaphore
  readonly now: () => number
  readonly length: number
}

/** Begins a task. The task measures only its own running time, because other tasks can run in the same slice. */
function beginTask({ loop, reads, writes, now, length }: TaskResources, address: () => string): Task {
  let semaphore = reads
  let usedTime = 0
  // The slice must begin now, so that it includes the time before the first call of `isOver`.
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
    address,
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
 * Runs `attempt`. If it is postponed, acquires a permit and tries again, up to 20 times. `attempt` must have no side
 * effects unless it succeeds.
 */
export async function withPermit<T>(task: Task, attempt: () => Promise<T>): Promise<T> {
  for (let remainingAttempts = maxAttempts; ; remainingAttempts--) {
    try {
      return await attempt()
    } catch (error) {
      // The error may come from another task whose result this task shares, so this task tries again and computes the
      // result itself.
      if ((error !== postponed && error !== abandoned) || remainingAttempts === 0) throw error
      await task.acquirePermit()
    }
  }
}

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

export async function collect<T>(chunks: AsyncIterable<readonly T[]>, slice: TimeSlice): Promise<T[]> {
  const items: T[] = []
  for await (const chunk of chunks) {
    for (const item of chunk) items.push(item)
    if (slice.isOver()) await slice.next()
  }
  return items
}

export async function inSteps<T>(steps: Generator<undefined, T>, slice: TimeSlice): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (slice.isOver()) await slice.next()
  }
}
