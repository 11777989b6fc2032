import { type Caller, holderNames, type SiteState } from '@plenum/core'
import type { EventStream } from './eventStream.js'

/** What the results of a poll are at one moment, for a reader. */
export interface Look {
  /** As it is sent; null for who may not see the results now. */
  readonly data: string | null
  /** When time alone may change who sees them. */
  readonly until: number | null
}

/** Who reads the results of which poll. */
export interface Reader {
  readonly site: { state(): Promise<SiteState>; now(): number }
  /** Names a poll. */
  readonly poll: string
  /** Who reads, looked up again; null for a caller whose login has ended. */
  readonly caller: () => Promise<Caller | null>
  readonly look: (caller: Caller) => Promise<Look>
  readonly stream: EventStream
}

/** The streams of one process (docs/pages.md, Live results). */
export interface LiveResults {
  /** False where there are as many streams as may be. */
  hasRoom(): boolean
  /** Adds a reader who was shown `first`; what it gives takes him away again. */
  follow(reader: Reader, first: Look): () => void
}

interface Watch {
  readonly readers: Set<Reader>
  seen: SiteState | null
  /** What was sent last, to all. */
  sent: string | null
  until: number | null
}

export interface LiveOptions {
  /** How many readers there may be. */
  readonly most: number
  /** Milliseconds between two looks, so that the time of an event tells of no single vote in the access log. */
  readonly interval: number
  readonly stopping: AbortSignal | undefined
}

/** Tells readers of results as votes come, until `stopping`. */
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

/** One look at the store tells whether there is anything new; where there is, one more tells all readers of the poll. */
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
    // A store that fails is told of by other requests; the readers come again.
    for (const { stream } of watch.readers) stream.end()
  }
}

const isOver = ({ until }: Watch, { site }: Reader): boolean => until !== null && site.now() >= until

/** Whether nothing but votes has changed, which changes for nobody what they may see. */
const isSameBut = (one: SiteState, two: SiteState): boolean => one.content === two.content && one.people === two.people

interface Present {
  readonly reader: Reader
  readonly caller: Caller
}

/** Ends the streams of callers who have logged out, changed the password or are gone, whatever visitors may see. */
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

/** What is seen by whom has to be found out anew, once for all who are answered alike. */
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

/** Those who may see the results see the same. */
function tell(watch: Watch, audiences: readonly Audience[]): void {
  const before = watch.sent
  for (const { readers, seen } of audiences)
    for (const { stream } of readers)
      if (seen.data === null) stream.end()
      else if (seen.data !== before) stream.send(seen.data)
  const shown = audiences.find(({ seen }) => seen.data !== null)?.seen
  if (shown) Object.assign(watch, { sent: shown.data, until: shown.until })
}
