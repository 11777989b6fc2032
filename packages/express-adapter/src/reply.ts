import type { JsonObject, JsonValue } from '@plenum/core'
import type { CookieOptions } from 'express'

/** What is sent, as a plain value. */
export type Reply =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly body: JsonValue
      readonly headers?: Readonly<Record<string, string>>
      /** True: the same object may be the body of later answers, and is worded once for all of them. */
      readonly isKept?: boolean
      /** False: it is the same in every language, which caches are to know. */
      readonly isWorded?: boolean
      /** For the whole site of the client. */
      readonly cookie?: { readonly name: string; readonly value: string; readonly options: CookieOptions }
    }
  | { readonly kind: 'empty'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly kind: 'bytes'
      readonly status: number
      readonly pieces: AsyncIterable<Uint8Array>
      /** Bytes of all pieces. */
      readonly size: number
      readonly headers: Readonly<Record<string, string>>
    }

export const ok = (body: JsonObject | readonly JsonObject[]): Reply => ({ kind: 'json', status: 200, body })

export function created(content: JsonObject, headers: { readonly Location: string; readonly ETag?: string }): Reply {
  return { kind: 'json', status: 201, body: content, headers }
}

/** A payload that may have been made for an earlier request: what is the same object is worded once. */
export function cachedReply(body: JsonObject): Reply {
  return { kind: 'json', status: 200, body, isKept: true }
}

export const noContent: Reply = { kind: 'empty', status: 204 }
