import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { networkCodeOf, OutboundError } from './outboundError.js'
import { allowedHosts, isPublicAddress } from './publicAddresses.js'

export interface OutboundOptions {
  /** Hostnames, IP addresses and networks that are allowed although they are private. Defaults to none. */
  readonly allowed?: readonly string[]
  /** The time limit for the complete request in milliseconds, including redirects. Defaults to 10,000. */
  readonly timeout?: number
  /** The maximum number of bytes that are read from the body of a response. Defaults to 65,536. */
  readonly maxBytes?: number
  /** The maximum number of redirects to follow. Defaults to 0. */
  readonly maxRedirects?: number
  /** Resolves a hostname. Defaults to the resolver of the operating system. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>
}

export interface OutboundRequest {
  readonly url: string
  /** The HTTP method. Defaults to `GET`. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

export interface OutboundAnswer {
  /** The URL of the response, after redirects. */
  readonly url: string
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** Whether the body exceeds `maxBytes`. If so, `body` contains only the beginning. */
  readonly isCut: boolean
}

/** Sends an HTTP request. Rejects with an `OutboundError` if the request fails. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>

interface Target {
  readonly url: URL
  readonly addresses: readonly LookupAddress[]
}

/**
 * Opens a client for URLs that users enter. The client resolves the hostname once, ignores private addresses that are
 * not allowed, and connects only to the remaining addresses, so that a changed DNS record cannot redirect the
 * connection. Redirects are checked in the same way. Each request uses a separate connection and contains no cookies or
 * credentials.
 */
export function openOutbound(options: OutboundOptions = {}): Outbound {
  const { timeout = 10_000, maxBytes = 65_536, maxRedirects = 0 } = options
  const findTarget = targetFinder(options)
  return async request => {
    // `AbortSignal.any` is not used, because each resulting signal would occupy memory for as long as the caller's
    // signal exists.
    const ending = new AbortController()
    const { signal } = ending
    const end = (): void => ending.abort()
    const timer = setTimeout(end, timeout)
    request.signal?.addEventListener('abort', end, { once: true })
    if (request.signal?.aborted) end()
    let { url } = request
    try {
      for (let redirects = 0; ; redirects += 1) {
        const target = await unlessAborted(findTarget(url), signal)
        const answer = await unlessAborted(exchange(target, request, { signal, maxBytes }), signal)
        if (maxRedirects === 0 || !isRedirect(answer.status)) return answer
        if (redirects === maxRedirects) throw new OutboundError('redirect', `more than ${maxRedirects} redirects`)
        url = nextUrl(answer)
      }
    } catch (error) {
      throw explained(error, signal, request.signal)
    } finally {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', end)
    }
  }
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

function nextUrl({ url, headers: { location = '' } }: OutboundAnswer): string {
  if (location !== '' && URL.canParse(location, url)) return new URL(location, url).href
  throw new OutboundError('redirect', 'a redirect without a valid location')
}

function targetFinder({ allowed = [], resolve = resolveHost }: OutboundOptions) {
  const exceptions = allowedHosts(allowed)
  return async (text: string): Promise<Target> => {
    const url = readUrl(text)
    const host = hostOf(url)
    const family = isIP(host)
    const all = family > 0 ? [{ address: host, family }] : await resolve(host)
    if (all.length === 0) throw new OutboundError('host', `${host} has no address`)
    const isAllowed = ({ address }: LookupAddress): boolean =>
      isPublicAddress(address) || exceptions.hasAddress(address)
    const addresses = exceptions.hasName(host) ? all : all.filter(isAllowed)
    if (addresses.length === 0) throw new OutboundError('private', `${host} is a private address or has only those`)
    return { url, addresses }
  }
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new OutboundError('url', 'not an absolute http or https URL')
  if (url.username || url.password) throw new OutboundError('url', 'the URL contains a username or password')
  return url
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

async function resolveHost(host: string): Promise<readonly LookupAddress[]> {
  return await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new OutboundError('host', `${host} cannot be resolved`, { cause })
  })
}

interface Limits {
  readonly signal: AbortSignal
  readonly maxBytes: number
}

function exchange(target: Target, request: OutboundRequest, { signal, maxBytes }: Limits): Promise<OutboundAnswer> {
  const { url, addresses } = target
  const { method = 'GET', headers = {}, body } = request
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    // Without an agent, connections are not shared, so a request cannot use a connection to an address that was
    // resolved for another request.
    const outgoing = send(url, { method, headers, signal, agent: false, lookup: answerWith(addresses) })
    outgoing.on('error', reject)
    // This listener is needed, because a server that switches protocols causes neither an `error` nor a `response`
    // event.
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('the answer switches protocols'))
    })
    outgoing.on('response', response => {
      readBody(response, maxBytes)
        .then(content =>
          resolve({ url: url.href, status: response.statusCode ?? 0, headers: response.headers, ...content }),
        )
        .catch(reject)
        .finally(() => outgoing.destroy())
    })
    outgoing.end(body)
  })
}

const answerWith =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options: LookupOptions, done) => {
    const [first = { address: '', family: 0 }] = addresses
    if (options.all) done(null, [...addresses])
    else done(null, first.address, first.family)
  }

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Pick<OutboundAnswer, 'body' | 'isCut'>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxBytes) break
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: bytes > maxBytes }
}

/**
 * Returns the result of `task`, but rejects as soon as the signal is aborted. Otherwise, a resolver that does not
 * respond would exceed the time limit.
 */
function unlessAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    task.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function explained(error: unknown, ending: AbortSignal, abort: AbortSignal | undefined): OutboundError {
  if (error instanceof OutboundError) return error
  if (abort?.aborted) return new OutboundError('aborted', 'aborted', { cause: error })
  if (ending.aborted) return new OutboundError('time', 'no complete answer within the time limit', { cause: error })
  return new OutboundError('connection', causeOf(error), { cause: error })
}

function causeOf(error: unknown): string {
  const code = networkCodeOf(error)
  return code === undefined ? 'the connection failed' : `the connection failed: ${code}`
}
