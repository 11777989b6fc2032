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

/** Answers of an application that are kept ready (docs/caching.md, Answers that are kept). */
export interface KeptAnswers {
  /** What the site that answers a request holds at a moment after the call. */
  state(req: Request): Promise<SiteState>
  /** Whether the answer to a request may be kept at all. */
  mayBeKept(req: Request): boolean
  /** Sends the answer to a request where it is kept in a state of the site; false where it has to be made. */
  answer(req: Request, res: Response, state: SiteState): boolean
  /** Keeps what a request is answered with, where `answer` has looked for it in vain; only then it is made ready. */
  keep(req: Request, ready: () => ReadyAnswer, about: AboutAnswer): void
  counts(): AnswerCounts
}

export interface AboutAnswer extends Lasting {
  /** Whether it repeats the parameters of the request. */
  readonly namesQuery: boolean
  /** By which its language was chosen, where that is known. */
  readonly settings: LanguageSettings | undefined
}

/** Milliseconds for which caches on the way may keep an answer at most: near the date of a change they are told less. */
const longestShared = 120_000

/**
 * Keeps answers of an application, up to `bytes` in all, for `createServer`, which sends them before the application is
 * asked. `options` are those of the application. Where it knows logins of its own (`callerOf`), nothing is kept.
 *
 * @example
 * const answers = keepAnswers(site, 64 * 1024 * 1024)
 * const server = createServer(createApp(site, { answers }), { answers })
 */
export function keepAnswers(site: Site, bytes: number, options: RouterOptions = {}): KeptAnswers {
  const count = 1 + (options.visitorSites?.all.length ?? 0)
  const kept = forSites(site, options, one => keptOf(one, bytes / count, options))
  return {
    state: req => kept.of(req).state(req),
    // Asked where nothing is kept too: what is begun together is sent together, which takes up to half as long.
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

/** The answers of one site. */
function keptOf(site: Site, bytes: number, options: RouterOptions): Omit<KeptAnswers, 'mayBeKept'> {
  const cache = createAnswerCache<ReadyAnswer>(bytes, site.now)
  const missed = new WeakMap<Request, Place>()
  const places = placesOf(site, options)
  const { answerRoom: room = usualAnswerRoom } = options
  const placeOf = (req: Request, state: SiteState): Place | null => {
    try {
      return places.find(req, state)
    } catch {
      // A request that names no target is refused by the application.
      return null
    }
  }
  const isOn = bytes > 0 && !options.callerOf
  return {
    state: site.state,
    answer: (req, res, state) => {
      // What is pipelined has its turn after those before.
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
      cache.keep(keys[namesQuery ? 1 : 0], {
        ...kept,
        until: until === null ? null : until - longestShared,
      })
    },
    counts: cache.counts,
  }
}
