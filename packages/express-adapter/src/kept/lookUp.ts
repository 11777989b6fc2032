import { type Caller, holderNames, type LanguageSettings, type Site, type SiteState } from '@plenum/core'
import type { Request } from 'express'
import { recallCaller, sessionOf } from '../authenticate.js'
import { isHtmlAsked } from '../pages/askedPage.js'
import { cookieOf, noticeCookie } from '../pages/cookies.js'
import type { RequestFacts } from '../requestFacts.js'
import type { RouterOptions } from '../routerOptions.js'
import { languageAsker } from './languageAsker.js'
import { type Question, questionReader } from './questions.js'

/** Where the answer to a request is kept, or would be. */
export interface Place extends RequestFacts {
  /** What the site held when the question came. */
  readonly state: SiteState
  /**
   * For answers without links to other pages, and for those with some; both with language and caller. Null as long as
   * it is being read in which languages the site answers.
   */
  keys(): readonly [key: string, keyWithLinks: string] | null
  /** Told of the settings that an answer was made by, which need not be read then. */
  learn(settings: LanguageSettings): void
}

/**
 * Finds the place of a request; null where its answer is never kept, or its caller has to prove who they are. Throws as
 * `targetOf`.
 */
export function placeFinder(site: Site, options: RouterOptions): (req: Request, state: SiteState) => Place | null {
  const readQuestion = questionReader(options)
  const { languageOf, learn } = languageAsker(site, options.catalogs)
  return (req, state) => {
    const question = readQuestion(req)
    if (!question) return null
    const isHtml = options.html !== undefined && question.view !== null && isHtmlAsked(req, question.isApi)
    if (isHtml && (question.view === 'login' || cookieOf(req, noticeCookie) !== null)) return null
    const caller = recallCaller(site, req, { state, session: isHtml ? sessionOf(req) : null })
    if (!caller) return null
    const keys: Place['keys'] = () => {
      const language = languageOf(req, state)
      return language === null ? null : keysOf(question, { language, caller, isHtml })
    }
    return { ...question.facts, caller, state, keys, learn: settings => learn(state, settings) }
  }
}

interface Asker {
  readonly language: string
  readonly caller: Caller
  readonly isHtml: boolean
}

type Keys = readonly [key: string, keyWithLinks: string]

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
