import { createLruCache, type LruCache } from '@plenum/memoize'
import type { Instant } from '../../foundation/instants.js'
import type { AnswerMetadata } from './answerMetadata.js'
import type { SiteState } from './environment.js'

/**
 * A cache of complete responses, which are valid until the data on which they depend change (docs/caching.md, Cached
 * responses).
 */
export interface AnswerCache<Answer> {
  /**
   * Returns the first response, in the order of the keys, that is valid for `state`, or null if no such response is
   * cached.
   */
  find(keys: readonly string[], state: SiteState): Answer | null
  /**
   * Stores a response unless it exceeds the size limit. `entry` contains the state of the site before the response was
   * computed.
   */
  store(key: string, entry: CachedAnswer<Answer>): void
  counts(): AnswerCounts
}

interface CachedAnswer<Answer> extends Pick<AnswerMetadata, 'until' | 'hasVotes'> {
  readonly answer: Answer
  readonly state: SiteState
  readonly bytes: number
}

export interface AnswerCounts {
  /** The number of cached responses, and their total size in bytes. */
  readonly answers: number
  readonly bytes: number
  /** The numbers of cache hits and misses. */
  readonly hits: number
  readonly misses: number
}

const maxAnswerBytes = 256 * 1024
/** The additional size of each entry for the cache key and the headers, in bytes. */
const entryOverhead = 1024

interface Entry<Answer> extends CachedAnswer<Answer> {
  readonly createdAt: Instant
}

/** Creates a cache with a total capacity of `bytes`. `now` returns the current time of the site. */
export function createAnswerCache<Answer>(bytes: number, now: () => Instant): AnswerCache<Answer> {
  let entries = emptyCache<Answer>(bytes)
  let lastState: Pick<SiteState, 'content' | 'people'> | undefined
  let [hits, misses] = [0, 0]
  const entriesAt = ({ content, people }: SiteState): LruCache<Entry<Answer>> => {
    if (lastState?.content !== content || lastState.people !== people) entries = emptyCache(bytes)
    lastState = { content, people }
    return entries
  }
  return {
    find: (keys, state) => {
      const current = entriesAt(state)
      for (const key of keys) {
        const entry = current.get(key)?.value
        if (!entry || !isValid(entry, state, now())) continue
        hits += 1
        return entry.answer
      }
      misses += 1
      return null
    },
    store: (key, answer) => {
      if (answer.bytes > maxAnswerBytes) return
      const value = { ...answer, createdAt: now() }
      entriesAt(answer.state).set(key, { value, owner: '', bytes: answer.bytes + entryOverhead, lifetime: forever })
    },
    counts: () => ({ answers: entries.size, bytes: entries.bytes, hits, misses }),
  }
}

const forever = Number.POSITIVE_INFINITY

const emptyCache = <Answer>(bytes: number): LruCache<Entry<Answer>> =>
  createLruCache({ entries: forever, bytes }, () => 0)

function isValid(entry: Entry<unknown>, { votes }: SiteState, now: Instant): boolean {
  if (entry.createdAt > now || (entry.until !== null && entry.until <= now)) return false
  return !entry.hasVotes || entry.state.votes === votes
}
