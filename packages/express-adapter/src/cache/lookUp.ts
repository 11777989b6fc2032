import { type Caller, holderNames, type LanguageSettings, type Site, type SiteState } from '@plenum/core'
import type { Request } from 'express'
import { recallCaller, sessionOf } from '../authenticate.js'
import { isHtmlAsked } from '../pages/askedPage.js'
import { cookieOf, noticeCookie } from '../pages/cookies.js'
import type { RequestFacts } from '../requestFacts.js'
import type { RouterOptions } from '../routerOptions.js'
import { type Question, questionReader } from './cacheKeys.js'
import { languageAsker } from './languageAsker.js'

/** The cache entry of a request, existing or not. Created for every request: it has no closures. */
export interface Place extends RequestFacts {
  readonly question: Question
  readonly caller: Caller
  readonly isHtml: boolean
  /** The state of the site when the request arrived. */
  readonly state: SiteState
}

type Keys = readonly [key: string, keyWithLinks: string]

export interface Places {
  /**
   * The entry of a request; null if its answer is never cached or its credentials need checking. Throws like
   * `targetOf`.
   */
  find(req: Request, state: SiteState): Place | null
  /**
   * The two cache keys (without and with the full query), both with language and caller. Null until the language
   * settings are loaded.
   */
  keysOf(req: Request, place: Place): Keys | null
  /** Stores the settings that determined the language of an answer, so that they need not be read. */
  learn(place: Place, settings: LanguageSettings): void
}

/** Finds the cache entries of requests to a site. */
export function placesOf(site: Site, options: RouterOptions): Places {
  const readQuestion = questionReader(options)
  const { languageOf, learn } = languageAsker(site, options.catalogs)
  return {
    find: (req, state) => {
      const question = readQuestion(req)
      if (!question) return null
      const isHtml = options.html !== undefined && question.view !== null && isHtmlAsked(req, question.isApi)
      if (isHtml && (question.view === 'login' || cookieOf(req, noticeCookie) !== null)) return null
      const caller = recallCaller(site, req, { state, session: isHtml ? sessionOf(req) : null })
      if (!caller) return null
      const { row, path, view } = question.facts
      return { row, path, view, caller, question, isHtml, state }
    },
    keysOf: (req, { question, caller, isHtml, state }) => {
      const language = languageOf(req, state)
      return language === null ? null : keysOf(question, { language, caller, isHtml })
    },
    learn: ({ state }, settings) => learn(state, settings),
  }
}

interface Asker {
  readonly language: string
  readonly caller: Caller
  readonly isHtml: boolean
}

type KnownKeys = WeakMap<Question, { readonly asker: Asker; readonly keys: Keys }>

const knownKeys: { readonly html: KnownKeys; readonly json: KnownKeys } = { html: new WeakMap(), json: new WeakMap() }

/** New strings have to be hashed again, which takes longer than the lookup itself. */
function keysOf(question: Question, asker: Asker): Keys {
  const keysOfForm = asker.isHtml ? knownKeys.html : knownKeys.json
  const known = keysOfForm.get(question)
  if (known?.asker.caller === asker.caller && known.asker.language === asker.language) return known.keys
  const name = `\n${asker.isHtml ? 'html' : 'json'}\n${asker.language}\n${namesOf(asker.caller)}`
  const keys: Keys = [question.text + name, question.address + name]
  keysOfForm.set(question, { asker, keys })
  return keys
}

const known = new WeakMap<Caller, string>()

/** Callers with equal principals share cached answers. */
function namesOf(caller: Caller): string {
  const names = known.get(caller) ?? [...new Set(holderNames(caller))].sort().join('\n')
  known.set(caller, names)
  return names
}
