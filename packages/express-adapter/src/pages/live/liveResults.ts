import { type Caller, holderNames, type SiteState } from '@plenum/core'
import type { EventStream } from './eventStream.js'

/** The results of a poll at one moment, as one reader sees them. */
export interface Look {
  /** As sent; null if the reader may not see the results now. */
  readonly data: string | null
  /** When time alone may change who sees them. */
  readonly until: number | null
}

/** A reader of the results of one poll. */
export interface Reader {
  readonly site: { state(): Promise<SiteState>; now(): number }
  /** The path of the poll. */
  readonly poll: string
  /** Identifies the caller again; null if the login has ended. */
  readonly caller: () => Promise<Caller | null>
  readonly look: (caller: Caller) => Promise<Look>
  readonly stream: EventStream
}

/** The event streams of one process (docs/pages.md, Live results). */
export interface LiveResults {
  /** False if the maximum number of streams is open. */
  hasRoom(): boolean
  /** Adds a reader who already has `first`; call the result to remove the reader. */
  follow(reader: Reader, first: Look): () => void
}

interface Watch {
  readonly readers: Set<Reader>
  seen: SiteState | null
  /** The data last sent to all readers. */
  sent: string | null
  until: number | null
}

export interface LiveOptions {
  /** Maximum number of readers. */
  readonly most: number
  /**
   * Milliseconds between two polls of the store, so that the time of an event does not match a single vote in the
   * access log.
   */
  readonly interval: number
  readonly stopping: AbortSignal | undefined
}

/** Sends changed results to readers until `stopping` is aborted. */
export function liveResults({ most, interval, stopping }: LiveOptions): LiveResults {
  const watches = new Map<string, Watch>()
  let isLooking = false
  const lookLater = (): void => {
    isLooking = true
    setTimeout(tick, interval).unref()
  }
  const count = (): number => [...watches.values()].reduce((sum, { readers }) => sum + readers.size, 0)
  const tick = async (): Promise<void> => {
    for (const watch of [...watches.values()]) await lookAgain(watch)
    isLooking = false
    if (watches.size > 0) lookLater()
  }
  stopping?.addEventListener('abort', () => {
    for (const { readers } of watches.values()) for (const { stream } of readers) stream.end()
  })
  return {
    hasRoom: () => count() < most && !stopping?.aborted,
    follow: (reader, first) => {
      const { poll, stream } = reader
      const watch = watches.get(poll) ?? { readers: new Set(), seen: null, sent: first.data, until: first.until }
      watches.set(poll, watch)
      watch.readers.add(reader)
      if (watch.sent !== null) stream.send(watch.sent)
      if (!isLooking) lookLater()
      return () => {
        watch.readers.delete(reader)
        if (watch.readers.size === 0 && watches.get(poll) === watch) watches.delete(poll)
      }
    },
  }
}

/** One query of the state detects changes; after a change, one more query updates all readers of the poll. */
async function lookAgain(watch: Watch): Promise<void> {
  const [first] = watch.readers
  if (!first) return
  try {
    const state = await first.site.state()
    const present = await presentReaders(watch)
    if (isOver(watch, first) || !watch.seen || !isSameBut(watch.seen, state)) await judgeAll(watch, present)
    else if (watch.seen.votes !== state.votes) await tellAll(watch, present)
    watch.seen = state
    for (const { stream } of watch.readers) stream.keepAlive()
  } catch {
    // Other requests report a store that fails; the readers reconnect.
    for (const { stream } of watch.readers) stream.end()
  }
}

const isOver = ({ until }: Watch, { site }: Reader): boolean => until !== null && site.now() >= until

/** Whether only votes have changed, which does not change who may see the results. */
const isSameBut = (one: SiteState, two: SiteState): boolean => one.content === two.content && one.people === two.people

interface Present {
  readonly reader: Reader
  readonly caller: Caller
}

/**
 * Ends the streams of callers who have logged out, changed the password or been deleted, even if visitors may see the
 * results.
 */
async function presentReaders(watch: Watch): Promise<readonly Present[]> {
  const found = await Promise.all([...watch.readers].map(async reader => ({ reader, caller: await reader.caller() })))
  for (const { reader, caller } of found) {
    if (caller) continue
    reader.stream.end()
    watch.readers.delete(reader)
  }
  return found.filter((one): one is Present => one.caller !== null)
}

async function tellAll(watch: Watch, present: readonly Present[]): Promise<void> {
  const [first] = present
  if (first) tell(watch, [{ readers: present.map(({ reader }) => reader), seen: await lookOf(first) }])
}

const lookOf = ({ reader, caller }: Present): Promise<Look> => reader.look(caller)

/** Recompute the visible results once for each group of readers with equal principals. */
async function judgeAll(watch: Watch, present: readonly Present[]): Promise<void> {
  const looks: Audience[] = []
  for (const [first, ...others] of audiencesOf(present))
    looks.push({ readers: [first, ...others].map(({ reader }) => reader), seen: await lookOf(first) })
  tell(watch, looks)
}

interface Audience {
  readonly readers: readonly Reader[]
  readonly seen: Look
}

function audiencesOf(present: readonly Present[]): Iterable<readonly [Present, ...Present[]]> {
  const audiences = new Map<string, [Present, ...Present[]]>()
  for (const one of present) {
    const audience = [...new Set(holderNames(one.caller))].sort().join('\n')
    const others = audiences.get(audience)
    if (others) others.push(one)
    else audiences.set(audience, [one])
  }
  return audiences.values()
}

/** Everybody who may see the results sees the same ones. */
function tell(watch: Watch, audiences: readonly Audience[]): void {
  const before = watch.sent
  for (const { readers, seen } of audiences)
    for (const { stream } of readers)
      if (seen.data === null) stream.end()
      else if (seen.data !== before) stream.send(seen.data)
  const shown = audiences.find(({ seen }) => seen.data !== null)?.seen
  if (shown) Object.assign(watch, { sent: shown.data, until: shown.until })
}
