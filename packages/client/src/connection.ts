import { type Credentials, countedFetch, type OnProgress } from './countedFetch.js'
import { type QueryParameters, queryString } from './queryString.js'
import { createResponseCache } from './responseCache.js'
import { type ApiResponse, checked, type OutgoingRequest, type SendOptions, send, type Transport } from './send.js'
import { createSession, type Session } from './session.js'
import { checkedBase, urlOf } from './urls.js'

export interface ClientOptions {
  /**
   * The URL of the site root, such as `https://www.example.org` or, for a site with a Volto front end,
   * `https://www.example.org/++api++`.
   */
  readonly baseUrl: string
  /** The function that sends requests. Defaults to the global `fetch` function. */
  readonly fetch?: typeof fetch
  /** A token from an earlier login. */
  readonly token?: string | null
  /** Called with each new token, for example to store it, and with null after the login has ended. */
  readonly onToken?: (token: string | null) => void
  /**
   * Whether browsers send cookies, as in the options of `fetch`. A front end on another origin requires `include`,
   * because the service uses a cookie to recognize visitors who have already voted.
   */
  readonly credentials?: Credentials
  /**
   * The language tag for titles and messages, such as `de`. It is ignored unless the site allows requests to choose the
   * language.
   */
  readonly language?: string
  /**
   * The maximum total size of cached JSON responses, in characters. Each cached response is revalidated with its ETag.
   * Defaults to 2,000,000. The value 0 disables the cache.
   */
  readonly cacheSize?: number
}

export interface Target {
  /** The path of an object, or its `@id`. */
  readonly path: string
  /** The encoded name of the endpoint and the segments after it, with a leading slash. */
  readonly view?: string
  readonly query?: QueryParameters | string | undefined
  readonly onProgress?: OnProgress | undefined
}

/** Sends the requests of a client and manages its login. */
export interface Connection {
  readonly session: Session
  send(method: string, target: Target, options?: SendOptions): Promise<ApiResponse<unknown>>
  /**
   * Sends a GET request for an event stream, whose body the caller reads. Throws an `ApiError` if the request is
   * refused.
   */
  openStream(target: Target, signal: AbortSignal | undefined): Promise<Response>
  etagOf(payload: object): string | null
}

export function createConnection(options: ClientOptions): Connection {
  const { fetch = globalThis.fetch, credentials, language, cacheSize = 2_000_000 } = options
  const baseUrl = checkedBase(options.baseUrl)
  const etags = new WeakMap<object, string>()
  const cache = createResponseCache(cacheSize)
  const session = createSession({ token: options.token ?? null, renew, onToken: options.onToken, now: Date.now })
  const plainFetch = ({ method, url, headers, body, signal }: OutgoingRequest): Promise<Response> =>
    fetch(url, { method, headers, body, ...(signal ? { signal } : {}), ...(credentials ? { credentials } : {}) })
  const transport: Transport = {
    authorization: async () => bearer(await session.current()),
    fetch: plainFetch,
    cache,
    language,
  }
  const urlFor = ({ path, view = '', query = '' }: Target): string =>
    urlOf(baseUrl, path) +
    (view || (path === '/' ? '/' : '')) +
    (typeof query === 'string' ? query : queryString(query))
  async function renew(token: string): Promise<string> {
    const fixed = { ...transport, authorization: async () => bearer(token) }
    const { body } = await send(fixed, 'POST', urlFor({ path: '/', view: '/@login-renew' }))
    return (body as { token: string }).token
  }
  return {
    session,
    send: async (method, target, sendOptions) => {
      const { onProgress } = target
      const counted =
        onProgress && ((request: OutgoingRequest) => countedFetch(request, { fetch, credentials, onProgress }))
      const url = urlFor(target)
      const response = await send({ ...transport, fetch: counted ?? plainFetch }, method, url, sendOptions)
      const { body, etag } = response
      if (typeof body === 'object' && body !== null && etag !== null) etags.set(body, etag)
      return response
    },
    openStream: async (target, signal) => {
      const headers = new Headers({ accept: 'text/event-stream' })
      const authorization = bearer(await session.current())
      if (authorization !== null) headers.set('authorization', authorization)
      const request = { method: 'GET', url: urlFor(target), headers, body: null, signal }
      return checked(await plainFetch(request))
    },
    etagOf: payload => etags.get(payload) ?? null,
  }
}

const bearer = (token: string | null): string | null => (token === null ? null : `Bearer ${token}`)
