import type { JsonObject, JsonValue } from '@plenum/core'
import type { CookieOptions, Response } from 'express'
import type { Language } from './languages.js'

/** What is sent, as a plain value. */
export type Reply =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly body: JsonValue
      readonly headers?: Readonly<Record<string, string>>
      /** The body as it is sent, where that is known already. */
      readonly bytes?: Buffer
      /** False: it is the same in every language, which caches are to know. */
      readonly isWorded?: boolean
      /** For the whole site of the client. */
      readonly cookie?: { readonly name: string; readonly value: string; readonly options: CookieOptions }
    }
  | { readonly kind: 'empty'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly kind: 'bytes'
      readonly status: number
      readonly bytes: Uint8Array
      readonly headers: Readonly<Record<string, string>>
    }

export const ok = (body: JsonObject | readonly JsonObject[]): Reply => ({ kind: 'json', status: 200, body })

export function created(content: JsonObject, headers: { readonly Location: string; readonly ETag?: string }): Reply {
  return { kind: 'json', status: 201, body: content, headers }
}

type SentLanguage = Pick<Language, 'language' | 'isNegotiated'>

const keptBytes = new WeakMap<object, Buffer>()

/** A payload that may have been made for an earlier request: what is the same object is worded once. */
export function keptReply(body: JsonObject): Reply {
  const bytes = keptBytes.get(body) ?? Buffer.from(JSON.stringify(body))
  keptBytes.set(body, bytes)
  return { kind: 'json', status: 200, body, bytes }
}

export const noContent: Reply = { kind: 'empty', status: 204 }

/**
 * Written by hand: `res.json` would compute an ETag that nobody asked for and add a charset that Plone does not send.
 * `language` is the one that texts in JSON are in.
 */
export function sendReply(res: Response, reply: Reply, language: SentLanguage): void {
  res.statusCode = reply.status
  for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value)
  if (reply.kind === 'empty') {
    res.end()
    return
  }
  if (reply.kind === 'json' && reply.cookie) res.cookie(reply.cookie.name, reply.cookie.value, reply.cookie.options)
  const bytes = reply.bytes ?? Buffer.from(JSON.stringify(reply.kind === 'json' ? reply.body : null))
  if (reply.kind === 'json') res.setHeader('Content-Type', 'application/json')
  if (reply.kind === 'json' && reply.isWorded !== false) tellLanguage(res, language)
  res.setHeader('Content-Length', bytes.length)
  res.end(res.req.method === 'HEAD' ? undefined : bytes)
}

/** Caches are to know what the language depends on, where it depends on the request. */
function tellLanguage(res: Response, { language, isNegotiated }: SentLanguage): void {
  if (isNegotiated) res.vary('Accept-Language')
  res.setHeader('Content-Language', language)
}
