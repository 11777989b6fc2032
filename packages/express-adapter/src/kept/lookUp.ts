import { type Caller, holderNames, type LanguageSettings, type Site, type SiteState } from '@plenum/core'
import type { Request } from 'express'
import { recallCaller, sessionOf } from '../authenticate.js'
import { isHtmlAsked } from '../pages/askedPage.js'
import { cookieOf, noticeCookie } from '../pages/cookies.js'
import type { RequestFacts } from '../requestFacts.js'
import type { RouterOptions } from '../routerOptions.js'
import { languageAsker } from './languageAsker.js'
import { type Question, questionReader } from './questions.js'

/** Where the answer to a request is kept, or would be. Made for each request: it has no function of its own. */
export interface Place extends RequestFacts {
  readonly question: Question
  readonly caller: Caller
  readonly isHtml: boolean
  /** What the site held when the question came. */
  readonly state: SiteState
}

type Keys = readonly [key: string, keyWithLinks: string]

export interface Places {
  /**
   * The place of a request; null where its answer is never kept, or its caller has to prove who they are. Throws as
   * `targetOf`.
   */
  find(req: Request, state: SiteState): Place | null
  /**
   * For answers without links to other pages, and for those with some; both with language and caller. Null as long as
   * it is being read in which languages the site answers.
   */
  keysOf(req: Request, place: Place): Keys | null
  /** Told of the settings that the answer in a place was made by, which need not be read then. */
  learn(place: Place, settings: LanguageSettings): void
}

/** Finds the places of requests to a site. */
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

/** Texts that are made anew are hashed anew too, which takes longer than to find what is kept under them. */
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

/** Of two callers who have the same names, each is answered as the other. */
function namesOf(caller: Caller): string {
  const names = known.get(caller) ?? [...new Set(holderNames(caller))].sort().join('\n')
  known.set(caller, names)
  return names
}
