import { type AnswerCounts, createAnswerCache, type LanguageSettings, type Site, type SiteState } from '@plenum/core'
import type { Request, Response } from 'express'
import { isBodilessRead } from '../exchange/isBodilessRead.js'
import type { Expiry } from '../exchange/reply.js'
import { noteFacts } from '../exchange/requestFacts.js'
import { forSites, type ReplicaOptions } from '../exchange/visitorSites.js'
import type { BudgetOptions } from '../guards/answers/answerBudget.js'
import { defaultAnswerBudget } from '../guards/limits.js'
import type { LoginOptions } from '../headers/authenticate.js'
import { commonHeadersOf } from '../headers/commonHeaders.js'
import type { OriginOptions } from '../headers/foreignOrigin.js'
import { type CacheEntry, cacheEntries, type EntryOptions } from './cacheEntries.js'
import { type ReadyAnswer, sendReady } from './readyAnswer.js'

/** A cache of complete responses for an application (docs/caching.md, Cached responses). */
export interface CachedAnswers {
  /** Resolves to the current state of the site that answers the request. */
  state(req: Request): Promise<SiteState>
  /**
   * Sends the cached response and returns true, or returns false if the cache contains no valid response for this
   * state of the site.
   */
  answer(req: Request, res: Response, state: SiteState): boolean
  /**
   * Caches the response to a request for which `answer` returned false. Calls `ready` only if the response is
   * cacheable.
   */
  store(req: Request, ready: () => ReadyAnswer, details: AnswerDetails): void
  counts(): AnswerCounts
}

export interface CacheOptions {
  /** The cache of complete responses (see `cacheAnswers`). Pass the same cache to `createServer`. */
  readonly answers?: CachedAnswers
}

type CachedApplication = EntryOptions & ReplicaOptions & LoginOptions & OriginOptions & BudgetOptions

export interface AnswerDetails extends Expiry {
  /** Whether the response contains query parameters of the request, for example in links. */
  readonly namesQuery: boolean
  readonly settings: LanguageSettings | undefined
}

/**
 * The maximum `s-maxage` of a response, in milliseconds. Responses that expire within this time are not served from the
 * cache, because their `s-maxage` would change with each request.
 */
const maxSharedAge = 120_000

/**
 * Creates a cache for complete responses, which stores at most `bytes` bytes. `createServer` sends cached responses
 * without calling the application. `options` must be the options of the application. Nothing is cached if the
 * application has its own logins (`callerOf`).
 *
 * @example
 * const answers = cacheAnswers(site, 64 * 1024 * 1024)
 * const server = createServer(createApp(site, { answers }), { answers })
 */
export function cacheAnswers(site: Site, bytes: number, options: CachedApplication = {}): CachedAnswers {
  const count = 1 + (options.visitorSites?.all.length ?? 0)
  const caches = forSites(site, options, cachedSite => cacheOf(cachedSite, bytes / count, options))
  return {
    state: req => caches.of(req).state(req),
    answer: (req, res, state) => caches.of(req).answer(req, res, state),
    store: (req, ready, details) => caches.of(req).store(req, ready, details),
    counts: () => sumOf(caches.all.map(({ counts }) => counts())),
  }
}

const sumOf = (counts: readonly AnswerCounts[]): AnswerCounts =>
  counts.reduce((sum, count) => ({
    answers: sum.answers + count.answers,
    bytes: sum.bytes + count.bytes,
    hits: sum.hits + count.hits,
    misses: sum.misses + count.misses,
  }))

function cacheOf(site: Site, bytes: number, options: CachedApplication): CachedAnswers {
  const cache = createAnswerCache<ReadyAnswer>(bytes, site.now)
  const missedEntries = new WeakMap<Request, CacheEntry>()
  const entries = cacheEntries(site, options)
  const { answerBudget: budget = defaultAnswerBudget } = options
  const entryOf = (req: Request, state: SiteState): CacheEntry | null => {
    try {
      return entries.find(req, state)
    } catch {
      // The application refuses requests with an invalid target, so the cache does not answer them.
      return null
    }
  }
  const isOn = bytes > 0 && !options.callerOf
  return {
    state: site.state,
    answer: (req, res, state) => {
      // A response without a socket belongs to a pipelined request, which must wait for earlier requests on its
      // connection.
      const entry = isOn && res.socket && isBodilessRead(req) ? entryOf(req, state) : null
      const ready = entry && cache.find(entries.keysOf(req, entry) ?? [], state)
      if (entry) noteFacts(res, entry)
      if (ready) sendReady(res, ready, { ownHeaders: commonHeadersOf(req, options.corsOrigins), budget })
      else if (entry) missedEntries.set(req, entry)
      return ready !== null
    },
    store: (req, makeReady, { until, hasVotes, namesQuery, settings }) => {
      const entry = missedEntries.get(req)
      if (!entry) return
      if (settings) entries.learn(entry, settings)
      const keys = entries.keysOf(req, entry)
      if (!keys) return
      const answer = makeReady()
      const stored = { answer, state: entry.state, hasVotes, bytes: answer.size }
      cache.store(keys[namesQuery ? 1 : 0], { ...stored, until: until === null ? null : until - maxSharedAge })
    },
    counts: cache.counts,
  }
}
