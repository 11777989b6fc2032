import type { JsonObject, JsonValue, KnownAnswer } from '@plenum/core'
import type { Request } from 'express'
import type { FormToken } from './pages/formToken.js'

/** What is known of an answer beside the state of the site that it was made from. */
export type Lasting = Pick<KnownAnswer, 'until' | 'hasVotes'>

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
      /** How long it stays as it is; left out where that is not known, and it cannot be kept. */
      readonly lasting?: Lasting | undefined
      /** Whether parameters are in it that the row does not know, as in links to other pages. */
      readonly namesQuery?: boolean
    }
  | {
      readonly kind: 'html'
      readonly status: number
      /** The page, taken apart where the form token of its reader comes in. */
      readonly parts: readonly string[]
      /** Makes that token; null where the page has no place for it. */
      readonly fill: ((req: Request) => FormToken) | null
      readonly headers: Readonly<Record<string, string>>
      /** Whether it says something to one reader, once. */
      readonly isForOne: boolean
      readonly lasting?: Lasting | undefined
    }
  | { readonly kind: 'empty'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly kind: 'bytes'
      readonly status: number
      readonly pieces: AsyncIterable<Uint8Array>
      /** Bytes of all pieces; null where that is not known before the end. */
      readonly size: number | null
      readonly headers: Readonly<Record<string, string>>
    }

/** What is sent as it is. */
export type Payload = JsonObject | readonly JsonObject[]

export const ok = (body: Payload): Reply => ({ kind: 'json', status: 200, body })

/** A payload that may have been made for an earlier request: what is the same object is worded once. */
export const cachedReply = (body: JsonObject): Reply => ({ kind: 'json', status: 200, body, isKept: true })

/** A JSON schema, kept as `cachedReply` has it. */
export const schemaReply = (body: JsonObject): Reply => ({
  ...cachedReply(body),
  headers: { 'Content-Type': 'application/json+schema' },
})

export const created = (body: JsonObject & { readonly '@id': string }): Reply =>
  createdAt(body, { Location: body['@id'] })

export function createdAt(body: JsonObject, headers: { readonly Location: string; readonly ETag?: string }): Reply {
  return { kind: 'json', status: 201, body, headers }
}

/** `null`, which is what some clients read of a success. */
export const noBody = (): Reply => ({ kind: 'json', status: 200, body: null, isWorded: false })

export const noContent = (): Reply => ({ kind: 'empty', status: 204 })

/** Bytes that are in memory. */
export function bytesReply(bytes: Uint8Array, headers: Readonly<Record<string, string>>): Reply {
  const pieces = (async function* () {
    yield bytes
  })()
  return { kind: 'bytes', status: 200, pieces, size: bytes.length, headers }
}
