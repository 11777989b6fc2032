import type { PollPayload, PollResult } from '@plenum/core/answers'
import { ApiError } from './apiError.js'

/** The current results of a poll (docs/pages.md, Live results). */
export interface LiveResults extends Pick<PollPayload, 'max_choices'> {
  readonly results: readonly PollResult[]
  readonly total_votes: number
}

export interface LiveOptions {
  /** The signal that ends the iteration. */
  readonly signal?: AbortSignal
  /** The time before a reconnection, in milliseconds. Defaults to the time that the service specifies. */
  readonly reconnectAfter?: number
}

/** The maximum number of characters in an event. */
const maxEvent = 1_000_000
const defaultDelay = 15_000
/** The maximum time before a reconnection, in milliseconds. The time doubles after each failure. */
const maxDelay = 300_000

/**
 * Yields the results after each change until the signal is aborted. Reconnects if the connection is lost. Throws an
 * ApiError if the caller cannot view the results.
 */
export async function* liveResults(
  open: () => Promise<Response>,
  { signal, reconnectAfter }: LiveOptions,
): AsyncGenerator<LiveResults> {
  let delay = reconnectAfter ?? defaultDelay
  let failures = 0
  while (!signal?.aborted) {
    let retryAfter = 0
    try {
      for await (const { data, retry } of eventsIn(await open())) {
        failures = 0
        if (reconnectAfter === undefined && retry !== null) delay = retry
        if (data !== '') yield JSON.parse(data)
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!isTemporary(error)) throw error
      retryAfter = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
      failures++
    }
    await sleep(Math.min(Math.max(retryAfter, delay * 2 ** Math.min(failures, 10)), maxDelay), signal)
  }
}

/**
 * Whether a reconnection may succeed. `fetch` and stream readers throw a TypeError if the connection is lost. The error
 * is recognized by its name, because it can come from another JavaScript realm.
 */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status >= 500 || [408, 429].includes(error.status)
    : Object(error).name === 'TypeError'

interface StreamEvent {
  readonly data: string
  /** The time before a reconnection, in milliseconds, or null if the event does not specify it. */
  readonly retry: number | null
}

async function* eventsIn({ body }: Response): AsyncGenerator<StreamEvent> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let waiting = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const events = (waiting + value).split('\n\n')
      waiting = events.pop() ?? ''
      if (waiting.length > maxEvent) throw new RangeError('An event of the stream is too long.')
      for (const event of events) yield parsed(event)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parsed(event: string): StreamEvent {
  const lines = event.split('\n')
  const valuesOf = (name: string) =>
    lines.flatMap(line => (line.startsWith(name) ? line.slice(name.length).replace(/^ /, '') : []))
  const [retry] = valuesOf('retry:')
  return { data: valuesOf('data:').join('\n'), retry: retry === undefined ? null : Number(retry) || null }
}

const sleep = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise(resolve => {
    const finish = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    if (signal?.aborted) finish()
    else signal?.addEventListener('abort', finish)
  })
