import { promisify } from 'node:util'
import { type BrotliOptions, brotliDecompress, gunzip, type InputType, inflate, type ZlibOptions } from 'node:zlib'
import { type Message, message, translateEnglish } from '@plenum/core'
import { networkCodeOf, type OutboundAnswer, type OutboundCode, OutboundError, openOutbound } from '@plenum/platform'
import { StartError } from '../startError.js'

/** The maximum size of a downloaded file after decompression, in bytes. */
const maxBytes = 25 * 1024 * 1024
const timeout = 60_000
const maxRedirects = 5

export interface ScheduleRequest {
  readonly url: string
  /** The ETag of the last file that was imported from this URL, or null if no such ETag is known. */
  readonly etag: string | null
  readonly allowPrivate: boolean
}

export interface FetchedSchedule {
  readonly text: string
  readonly etag: string | null
}

export const isUrl = (source: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(source)

/**
 * Returns a file name unchanged. For a URL, removes the query, the fragment and the credentials, which may be secret.
 */
export function displayedSource(source: string): string {
  if (!isUrl(source) || !URL.canParse(source)) return source
  return Object.assign(new URL(source), { search: '', hash: '', username: '', password: '' }).href
}

/**
 * Downloads a schedule file. Resolves to null if the file still has the ETag `etag`. Throws a StartError if the URL
 * is not allowed, or if the server does not send a text file of at most 25 MiB within 60 seconds (docs/schedule.md,
 * Import of a programme).
 */
export async function fetchSchedule({ url, etag, allowPrivate }: ScheduleRequest): Promise<FetchedSchedule | null> {
  const allowed = allowPrivate ? ['0.0.0.0/0', '::/0'] : []
  const fetchUrl = openOutbound({ allowed, timeout, maxBytes, maxRedirects })
  const headers = {
    Accept: 'application/json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
    'Accept-Encoding': 'gzip, deflate, br',
    'User-Agent': 'Plenum',
    ...(etag === null ? {} : { 'If-None-Match': etag }),
  }
  const answer = await fetchUrl({ url, headers }).catch(explain)
  if (answer.status === 304 && etag !== null) return null
  if (answer.status !== 200)
    throw refusal(message('programme.status', { url: displayedSource(url), status: answer.status }))
  if (answer.isCut) throw tooLarge(url)
  const bytes = await unpacked(url, answer)
  return { text: textIn(url, bytes), etag: answer.headers.etag ?? null }
}

function explain(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error
  const hint = error.code === 'private' ? ' Use --allow-private if you trust this host.' : ''
  const reason = reasons.get(error.code) ?? networkReason(networkCodeOf(error.cause) ?? '')
  const text = `The file cannot be fetched: ${error.message}.${hint}`
  throw new StartError(text, { cause: message('programme.fetch', { reason }) })
}

const reasons: ReadonlyMap<OutboundCode, Message> = new Map([
  ['url', message('programme.fetch-url')],
  ['private', message('programme.fetch-private')],
  ['host', message('programme.fetch-host')],
  ['redirect', message('programme.fetch-redirect')],
  ['time', message('programme.fetch-time')],
])

/** The messages for network errors, by the error codes of the operating system, TLS and the HTTP parser. */
const networkReasons = [
  [/^ECONNREFUSED$/, 'programme.fetch-refused'],
  [/^(ECONNRESET|EPIPE)$/, 'programme.fetch-closed'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ETIMEDOUT)$/, 'programme.fetch-unreachable'],
  [/CERT|SIGNATURE/, 'programme.fetch-certificate'],
  [/^(HPE_|EPROTO|ERR_SSL)/, 'programme.fetch-not-http'],
] as const

function networkReason(code: string): Message {
  const [, id = 'programme.fetch-connection'] = networkReasons.find(([pattern]) => pattern.test(code)) ?? []
  return message(id)
}

/** Returns an error whose `cause` is the message, so that pages can translate it. */
const refusal = (cause: Message): StartError => new StartError(translateEnglish(cause), { cause })

const tooLarge = (url: string): StartError => refusal(message('programme.too-large', { url: displayedSource(url) }))

const decoders = {
  gzip: promisify<InputType, ZlibOptions, Buffer>(gunzip),
  'x-gzip': promisify<InputType, ZlibOptions, Buffer>(gunzip),
  deflate: promisify<InputType, ZlibOptions, Buffer>(inflate),
  br: promisify<InputType, BrotliOptions, Buffer>(brotliDecompress),
}

const isDecoded = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding)

/** Decompresses a response. Stops as soon as the decompressed data exceeds the size limit. */
async function unpacked(url: string, { headers, body }: OutboundAnswer): Promise<Buffer> {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity') return body
  if (!isDecoded(encoding))
    throw refusal(message('programme.encoding', { url: displayedSource(url), encoding: encoding.slice(0, 40) }))
  return decoders[encoding](body, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(url)
    throw refusal(message('programme.not-decoded', { url: displayedSource(url), encoding }))
  })
}

function textIn(url: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refusal(message('programme.not-utf8', { url: displayedSource(url) }))
  }
}
