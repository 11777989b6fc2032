import type { Instant } from '../../foundation/instants.js'
import { createLruCache, type LruCache } from '../../memoize/calls/lruCache.js'
import type { KnownAnswer } from './knownAnswer.js'
import type { SiteState } from './siteState.js'

/**
 * Answers that are ready to be sent, kept while nothing changes that they were made from (docs/caching.md, Answers that
 * are kept).
 */
export interface AnswerCache<Answer> {
  /** The first answer under one of the keys that is true in a state of the site; null when it has to be made. */
  find(keys: readonly string[], state: SiteState): Answer | null
  /** `state` is what the site held before the answer was begun. What is too large is not kept. */
  keep(key: string, kept: KeptAnswer<Answer>): void
  counts(): AnswerCounts
}

export interface KeptAnswer<Answer> extends Pick<KnownAnswer, 'until' | 'hasVotes'> {
  readonly answer: Answer
  readonly state: SiteState
  readonly bytes: number
}

export interface AnswerCounts {
  /** Answers that are kept now, and their bytes. */
  readonly answers: number
  readonly bytes: number
  /** How often an answer was found, and how often there was none. */
  readonly hits: number
  readonly misses: number
}

/** Bytes of the largest answer that is kept. */
const maxAnswer = 256 * 1024
/** Bytes that an answer takes beside its own: its key, its headers. */
const besides = 1024

interface Entry<Answer> extends KeptAnswer<Answer> {
  readonly made: Instant
}

/** `bytes`: of all answers together. `now`: the clock of the site. */
export function createAnswerCache<Answer>(bytes: number, now: () => Instant): AnswerCache<Answer> {
  let entries = emptyCache<Answer>(bytes)
  let kept: Pick<SiteState, 'content' | 'people'> | undefined
  let [hits, misses] = [0, 0]
  /** With another state of content or people, nothing of before can be true. */
  const entriesAt = ({ content, people }: SiteState): LruCache<Entry<Answer>> => {
    if (kept?.content !== content || kept.people !== people) entries = emptyCache(bytes)
    kept = { content, people }
    return entries
  }
  return {
    find: (keys, state) => {
      const current = entriesAt(state)
      for (const key of keys) {
        const entry = current.get(key)?.value
        if (!entry || !isTrue(entry, state, now())) continue
        hits += 1
        return entry.answer
      }
      misses += 1
      return null
    },
    keep: (key, answer) => {
      if (answer.bytes > maxAnswer) return
      const value = { ...answer, made: now() }
      entriesAt(answer.state).set(key, { value, owner: '', bytes: answer.bytes + besides, lifetime: forever })
    },
    counts: () => ({ answers: entries.size, bytes: entries.bytes, hits, misses }),
  }
}

const forever = Number.POSITIVE_INFINITY

const emptyCache = <Answer>(bytes: number): LruCache<Entry<Answer>> =>
  createLruCache({ entries: forever, bytes }, () => 0)

/** A clock that was put back makes an answer one of the future. */
function isTrue(entry: Entry<unknown>, { votes }: SiteState, now: Instant): boolean {
  if (entry.made > now || (entry.until !== null && entry.until <= now)) return false
  return !entry.hasVotes || entry.state.votes === votes
}
