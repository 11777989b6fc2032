import { type Caller, type SiteState, sortedHolderNames } from '@plenum/core'
import type { EventStream } from './eventStream.js'

export interface ResultsSnapshot {
  /** The JSON to send, or null if the reader currently cannot view the results. */
  readonly data: string | null
  /** The next instant at which a date changes who can view the results, or null if there is no such date. */
  readonly until: number | null
}

export interface Reader {
  readonly site: { state(): Promise<SiteState>; now(): number }
  readonly poll: string
  /** Authenticates the caller again. Resolves to null if the login is no longer valid. */
  readonly caller: () => Promise<Caller | null>
  readonly readResults: (caller: Caller) => Promise<ResultsSnapshot>
  readonly stream: EventStream
}

/** The event streams of one process (docs/pages.md, Live results). */
export interface LiveResults {
  /** Whether the number of open streams is below the maximum. */
  hasCapacity(): boolean
  /**
   * Adds a reader, whose current results are `first`, and sends the latest results. Returns a function that removes the
   * reader.
   */
  follow(reader: Reader, first: ResultsSnapshot): () => void
}

interface Watch {
  readonly readers: Set<Reader>
  lastState: SiteState | null
  /** The data that was last sent to the readers, or null if no reader could view the results. */
  lastData: string | null
  until: number | null
}

export interface LiveOptions {
  readonly maxReaders: number
  /**
   * The interval between two checks of the store, in milliseconds. Results are delayed by up to this interval, so
   * that their times do not reveal which request in the access log cast a vote.
   */
  readonly interval: number
  readonly stopping: AbortSignal | undefined
}

/** Creates the event streams of a process, which send changed results to readers until `stopping` is aborted. */
export function liveResults({ maxReaders, interval, stopping }: LiveOptions): LiveResults {
  const watches = new Map<string, Watch>()
  let isScheduled = false
  const scheduleTick = (): void => {
    isScheduled = true
    setTimeout(tick, interval).unref()
  }
  const count = (): number => [...watches.values()].reduce((sum, { readers }) => sum + readers.size, 0)
  const tick = async (): Promise<void> => {
    for (const watch of [...watches.values()]) await checkPoll(watch)
    isScheduled = false
    if (watches.size > 0) scheduleTick()
  }
  stopping?.addEventListener('abort', () => {
    for (const { readers } of watches.values()) for (const { stream } of readers) stream.end()
  })
  return {
    hasCapacity: () => count() < maxReaders && !stopping?.aborted,
    follow: (reader, first) => {
      const { poll, stream } = reader
      const watch = watches.get(poll) ?? {
        readers: new Set(),
        lastState: null,
        lastData: first.data,
        until: first.until,
      }
      watches.set(poll, watch)
      watch.readers.add(reader)
      if (watch.lastData !== null) stream.send(watch.lastData)
      if (!isScheduled) scheduleTick()
      return () => {
        watch.readers.delete(reader)
        if (watch.readers.size === 0 && watches.get(poll) === watch) watches.delete(poll)
      }
    },
  }
}

/**
 * Sends the new results of a poll if they have changed. A single query detects whether the site has changed. If only
 * votes have changed, the results are read once for all readers.
 */
async function checkPoll(watch: Watch): Promise<void> {
  const [first] = watch.readers
  if (!first) return
  try {
    const state = await first.site.state()
    const present = await presentReaders(watch)
    if (isOver(watch, first) || !watch.lastState || !onlyVotesChanged(watch.lastState, state))
      await refreshAll(watch, present)
    else if (watch.lastState.votes !== state.votes) await sendToAll(watch, present)
    watch.lastState = state
    for (const { stream } of watch.readers) stream.keepAlive()
  } catch {
    // The error is ignored, because other requests report the failure of the store, and the browsers will reconnect.
    for (const { stream } of watch.readers) stream.end()
  }
}

const isOver = ({ until }: Watch, { site }: Reader): boolean => until !== null && site.now() >= until

/** Whether only votes have changed, which does not affect who can view the results. */
const onlyVotesChanged = (before: SiteState, after: SiteState): boolean =>
  before.content === after.content && before.people === after.people

interface Present {
  readonly reader: Reader
  readonly caller: Caller
}

/**
 * Returns the readers who are still authenticated. Ends the streams of users who have logged out, changed their
 * password or been deleted, even if visitors can view the results.
 */
async function presentReaders(watch: Watch): Promise<readonly Present[]> {
  const identified = await Promise.all(
    [...watch.readers].map(async reader => ({ reader, caller: await reader.caller() })),
  )
  for (const { reader, caller } of identified) {
    if (caller) continue
    reader.stream.end()
    watch.readers.delete(reader)
  }
  return identified.filter((candidate): candidate is Present => candidate.caller !== null)
}

async function sendToAll(watch: Watch, present: readonly Present[]): Promise<void> {
  const [first] = present
  if (first) broadcast(watch, [{ readers: present.map(({ reader }) => reader), results: await resultsOf(first) }])
}

const resultsOf = ({ reader, caller }: Present): Promise<ResultsSnapshot> => reader.readResults(caller)

async function refreshAll(watch: Watch, present: readonly Present[]): Promise<void> {
  const audiences: Audience[] = []
  for (const [first, ...others] of audiencesOf(present))
    audiences.push({ readers: [first, ...others].map(({ reader }) => reader), results: await resultsOf(first) })
  broadcast(watch, audiences)
}

interface Audience {
  readonly readers: readonly Reader[]
  readonly results: ResultsSnapshot
}

function audiencesOf(present: readonly Present[]): Iterable<readonly [Present, ...Present[]]> {
  const audiences = new Map<string, [Present, ...Present[]]>()
  for (const member of present) {
    const audience = sortedHolderNames(member.caller).join('\n')
    const members = audiences.get(audience)
    if (members) members.push(member)
    else audiences.set(audience, [member])
  }
  return audiences.values()
}

/** Sends the same results to all readers who can view the results, and ends the streams of all other readers. */
function broadcast(watch: Watch, audiences: readonly Audience[]): void {
  const previous = watch.lastData
  for (const { readers, results } of audiences)
    for (const { stream } of readers)
      if (results.data === null) stream.end()
      else if (results.data !== previous) stream.send(results.data)
  const visible = audiences.find(({ results }) => results.data !== null)?.results
  if (visible) Object.assign(watch, { lastData: visible.data, until: visible.until })
}
