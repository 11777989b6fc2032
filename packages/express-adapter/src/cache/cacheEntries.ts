import {
  type Caller,
  type LanguageSettings,
  languageResolver,
  type PageView,
  type Site,
  type SiteState,
  sortedHolderNames,
} from '@plenum/core'
import type { Request } from 'express'
import { hasVoteCookie } from '../endpoints/polls.js'
import type { RequestFacts } from '../exchange/requestFacts.js'
import { acceptedLanguages, type LanguageOptions } from '../headers/acceptedLanguages.js'
import { cachedCallerOf, sessionOf } from '../headers/authenticate.js'
import { cookieOf } from '../headers/cookies.js'
import { noticeCookie } from '../pages/pageCookies.js'
import type { PageOptions } from '../pages/pageRenderer.js'
import { isHtmlRequest } from '../pages/pageRequest.js'
import { type AddressOptions, type RequestKeys, requestKeysReader } from './cacheKeys.js'

/**
 * The data that identifies the cached response to a request. The interface has no methods, so that little time is
 * needed to create the object for each request.
 */
export interface CacheEntry extends RequestFacts {
  readonly requestKeys: RequestKeys
  readonly caller: Caller
  readonly isHtml: boolean
  /** The state of the site when the request arrived. */
  readonly state: SiteState
}

type Keys = readonly [key: string, keyWithLinks: string]

export type EntryOptions = AddressOptions & LanguageOptions & Pick<PageOptions, 'html'>

export function cacheEntries(site: Site, options: EntryOptions) {
  const readRequestKeys = requestKeysReader(options)
  const { languageOf, learn } = languageResolver(site, options.catalogs)
  return {
    /**
     * Returns the cache entry for a request, or null if the response is never cached or the credentials must be
     * checked. Throws the same errors as `targetOf`.
     */
    find: (req: Request, state: SiteState): CacheEntry | null => {
      const requestKeys = readRequestKeys(req)
      if (!requestKeys) return null
      const isHtml = options.html !== undefined && requestKeys.view !== null && isHtmlRequest(req, requestKeys.isApi)
      if (isHtml && isForOne(req, requestKeys.view)) return null
      const caller = cachedCallerOf(site, req, { state, session: isHtml ? sessionOf(req) : null })
      if (!caller) return null
      const { row, path, view } = requestKeys.facts
      return { row, path, view, caller, requestKeys, isHtml, state }
    },
    /**
     * Returns the two cache keys (without and with the full query), or null until the language settings have been
     * loaded. Both keys include the language and the caller.
     */
    keysOf: (req: Request, { requestKeys, caller, isHtml, state }: CacheEntry): Keys | null => {
      const language = languageOf(state, () => acceptedLanguages(req))
      return language === null ? null : keysOf(requestKeys, { language, caller, isHtml })
    },
    /** Stores the settings that determined the language of a response, so that later requests need not read them. */
    learn: ({ state }: CacheEntry, settings: LanguageSettings): void => learn(state, settings),
  }
}

/** Whether the page may contain data for a single reader, such as a notice or the reader's vote. */
const isForOne = (req: Request, view: PageView | null): boolean =>
  isLoginView(view) ||
  cookieOf(req, noticeCookie) !== null ||
  ((view === 'object' || view === 'poll') && hasVoteCookie(req))

const isLoginView = (view: PageView | null): boolean => view === 'login' || view === 'password'

interface Audience {
  readonly language: string
  readonly caller: Caller
  readonly isHtml: boolean
}

type CachedKeys = WeakMap<RequestKeys, { readonly audience: Audience; readonly keys: Keys }>

const keyCaches: { readonly html: CachedKeys; readonly json: CachedKeys } = { html: new WeakMap(), json: new WeakMap() }

/**
 * Returns the cache keys that all callers with the same principals share. The key strings are reused for later
 * requests, because hashing a new string takes longer than the lookup itself.
 */
function keysOf(requestKeys: RequestKeys, audience: Audience): Keys {
  const keyCache = audience.isHtml ? keyCaches.html : keyCaches.json
  const cached = keyCache.get(requestKeys)
  if (cached?.audience.caller === audience.caller && cached.audience.language === audience.language) return cached.keys
  const name = `\n${audience.isHtml ? 'html' : 'json'}\n${audience.language}\n${sortedHolderNames(audience.caller).join('\n')}`
  const keys: Keys = [requestKeys.key + name, requestKeys.fullKey + name]
  keyCache.set(requestKeys, { audience, keys })
  return keys
}
