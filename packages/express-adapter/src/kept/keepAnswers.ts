import { type AnswerCounts, createAnswerCache, type Site } from '@plenum/core'
import type { Request, Response } from 'express'
import { usualLimits } from '../guards/limits.js'
import type { Lasting } from '../reply.js'
import type { RouterOptions } from '../routerOptions.js'
import { standingHeaders } from '../standingHeaders.js'
import { mayBeKept, type Place, placeFinder } from './lookUp.js'
import { type ReadyAnswer, sendReady } from './readyAnswer.js'

/** Answers of an application that are kept ready (docs/caching.md, Answers that are kept). */
export interface KeptAnswers {
  /** Sends the answer to a request where it is kept; false where it has to be made. Never rejects. */
  answer(req: Request, res: Response): Promise<boolean>
  /** Keeps what a request is answered with, where `answer` has looked for it in vain; only then it is made ready. */
  keep(req: Request, ready: () => ReadyAnswer, about: Lasting & { readonly namesQuery: boolean }): void
  counts(): AnswerCounts
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
  const cache = createAnswerCache<ReadyAnswer>(bytes, site.now)
  const missed = new WeakMap<Request, Place>()
  const find = placeFinder(site, options)
  const isOn = bytes > 0 && !options.callerOf
  return {
    answer: async (req, res) => {
      const place = isOn && mayBeKept(req, res) ? await find(req).catch(() => null) : null
      const ready = place && cache.find([place.key, place.keyWithLinks], place.state)
      if (ready)
        sendReady(res, ready, { own: standingHeaders(req, options.corsOrigins), patience: usualLimits.patience })
      else if (place) missed.set(req, place)
      return ready !== null
    },
    keep: (req, makeReady, { until, hasVotes, namesQuery }) => {
      const place = missed.get(req)
      if (!place) return
      const answer = makeReady()
      const kept = { answer, state: place.state, hasVotes, bytes: answer.size }
      cache.keep(namesQuery ? place.keyWithLinks : place.key, {
        ...kept,
        until: until === null ? null : until - longestShared,
      })
    },
    counts: cache.counts,
  }
}
