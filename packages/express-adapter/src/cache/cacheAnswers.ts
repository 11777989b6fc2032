import { type AnswerCounts, createAnswerCache, type LanguageSettings, type Site, type SiteState } from '@plenum/core'
import type { Request, Response } from 'express'
import { usualAnswerRoom } from '../guards/limits.js'
import { onlyReads } from '../onlyReads.js'
import type { Lasting } from '../reply.js'
import { noteFacts } from '../requestFacts.js'
import type { RouterOptions } from '../routerOptions.js'
import { standingHeaders } from '../standingHeaders.js'
import { forSites } from '../visitorSites.js'
import { type Place, placesOf } from './lookUp.js'
import { type ReadyAnswer, sendReady } from './readyAnswer.js'

/** Cache of finished answers of an application (docs/caching.md, Answers that are kept). */
export interface CachedAnswers {
  /** The state of the site that answers a request, read after the call. */
  state(req: Request): Promise<SiteState>
  /** Whether the answer to a request is cacheable at all. */
  mayBeKept(req: Request): boolean
  /** Sends the cached answer to a request, if there is one for a state of the site; otherwise returns false. */
  answer(req: Request, res: Response, state: SiteState): boolean
  /** Caches the answer to a request that `answer` missed; calls `ready` only in that case. */
  keep(req: Request, ready: () => ReadyAnswer, about: AboutAnswer): void
  counts(): AnswerCounts
}

export interface AboutAnswer extends Lasting {
  /** Whether it repeats the parameters of the request. */
  readonly namesQuery: boolean
  /** The settings that determined its language; undefined if they were not read. */
  readonly settings: LanguageSettings | undefined
}

/**
 * The longest `s-maxage` of an answer, in milliseconds: close to an expiry date the header would have to be shorter.
 */
const longestShared = 120_000

/**
 * A cache of finished answers, up to `bytes` in total, for `createServer`, which sends them without calling the
 * application. `options` are those of the application. If it has its own logins (`callerOf`), nothing is cached.
 *
 * @example
 * const answers = cacheAnswers(site, 64 * 1024 * 1024)
 * const server = createServer(createApp(site, { answers }), { answers })
 */
export function cacheAnswers(site: Site, bytes: number, options: RouterOptions = {}): CachedAnswers {
  const count = 1 + (options.visitorSites?.all.length ?? 0)
  const kept = forSites(site, options, one => keptOf(one, bytes / count, options))
  return {
    state: req => kept.of(req).state(req),
    // Runs even if the cache is off: requests that start together are sent together, which saves up to half of the
    // time.
    mayBeKept: onlyReads,
    answer: (req, res, state) => kept.of(req).answer(req, res, state),
    keep: (req, ready, about) => kept.of(req).keep(req, ready, about),
    counts: () => sumOf(kept.all.map(({ counts }) => counts())),
  }
}

const sumOf = (all: readonly AnswerCounts[]): AnswerCounts =>
  all.reduce((sum, one) => ({
    answers: sum.answers + one.answers,
    bytes: sum.bytes + one.bytes,
    hits: sum.hits + one.hits,
    misses: sum.misses + one.misses,
  }))

/** The cache of one site. */
function keptOf(site: Site, bytes: number, options: RouterOptions): Omit<CachedAnswers, 'mayBeKept'> {
  const cache = createAnswerCache<ReadyAnswer>(bytes, site.now)
  const missed = new WeakMap<Request, Place>()
  const places = placesOf(site, options)
  const { answerRoom: room = usualAnswerRoom } = options
  const placeOf = (req: Request, state: SiteState): Place | null => {
    try {
      return places.find(req, state)
    } catch {
      // The application refuses a request with an invalid target.
      return null
    }
  }
  const isOn = bytes > 0 && !options.callerOf
  return {
    state: site.state,
    answer: (req, res, state) => {
      // A pipelined request has to wait for the ones before it.
      const place = isOn && res.socket && onlyReads(req) ? placeOf(req, state) : null
      const ready = place && cache.find(places.keysOf(req, place) ?? [], state)
      if (place) noteFacts(res, place)
      if (ready) sendReady(res, ready, { own: standingHeaders(req, options.corsOrigins), room })
      else if (place) missed.set(req, place)
      return ready !== null
    },
    keep: (req, makeReady, { until, hasVotes, namesQuery, settings }) => {
      const place = missed.get(req)
      if (!place) return
      if (settings) places.learn(place, settings)
      const keys = places.keysOf(req, place)
      if (!keys) return
      const answer = makeReady()
      const kept = { answer, state: place.state, hasVotes, bytes: answer.size }
      cache.store(keys[namesQuery ? 1 : 0], {
        ...kept,
        until: until === null ? null : until - longestShared,
      })
    },
    counts: cache.counts,
  }
}
