import { type Caller, holderNames, type Site, type SiteState } from '@plenum/core'
import type { Request, Response } from 'express'
import { recallCaller } from '../authenticate.js'
import { usualLimits } from '../guards/limits.js'
import type { RouterOptions } from '../routerOptions.js'
import { targetOf } from '../target.js'
import { languageAsker } from './languageAsker.js'
import { questionReader } from './questions.js'

/** Where the answer to a request is kept, or would be. */
export interface Place {
  /** For answers without links to other pages, and for those with some; both with language and caller. */
  readonly key: string
  readonly keyWithLinks: string
  /** What the site held when the question came. */
  readonly state: SiteState
}

/** Finds the place of a request; null where its answer is never kept, or its caller has to prove who they are. */
export function placeFinder(site: Site, options: RouterOptions): (req: Request) => Promise<Place | null> {
  const readQuestion = questionReader(options)
  const languageOf = languageAsker(site, options.catalogs)
  return async req => {
    const question = readQuestion(targetOf({ req, limits: usualLimits, options }))
    if (!question) return null
    const state = await site.state()
    const caller = recallCaller(site, req, state)
    if (!caller) return null
    const asker = `\n${await languageOf(req, state)}\n${namesOf(caller)}`
    return { state, key: question.text + asker, keyWithLinks: question.address + asker }
  }
}

const known = new WeakMap<Caller, string>()

/** Of two callers who have the same names, each is answered as the other. */
function namesOf(caller: Caller): string {
  const names = known.get(caller) ?? [...new Set(holderNames(caller))].sort().join('\n')
  known.set(caller, names)
  return names
}

/** Whether a request may be answered out of turn: it reads, has no body, and its connection waits for nothing else. */
export function mayBeKept({ method, headers }: Request, { socket }: Response): boolean {
  const reads = method === 'GET' || method === 'HEAD'
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
  return reads && !hasBody && headers.expect === undefined && socket !== null
}
