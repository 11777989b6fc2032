import type { AnswerMetadata, JsonObject, JsonValue } from '@plenum/core'
import type { Request } from 'express'

/** The expiry of an answer, in addition to the state of the site that the answer was built from. */
export type Expiry = Pick<AnswerMetadata, 'until' | 'hasVotes'>

/** The token that is inserted in the forms of a page, and its cookie. */
export interface FormToken {
  readonly token: string
  /** A cookie to set if the owner of the token is new; otherwise null. */
  readonly cookie: string | null
}

/** An answer as a plain value, before it is sent. */
export type Reply<Body extends JsonValue = JsonValue> =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly body: Body
      readonly headers?: Readonly<Record<string, string>>
      /** Whether the same object may be the body of later answers; if so, its serialization is cached. */
      readonly isCached?: boolean
      /** Whether the body depends on the language, which is the default. If not, `Vary` omits the language. */
      readonly isTranslated?: boolean
      /** The expiry of the answer; undefined if unknown, in which case the answer is not cached. */
      readonly expiry?: Expiry | undefined
      /** Whether the body repeats parameters that the route does not declare, for example in batch links. */
      readonly namesQuery?: boolean
    }
  | {
      readonly kind: 'html'
      readonly status: number
      /** The page, split at the positions where the form token of its reader is inserted. */
      readonly parts: readonly string[]
      /** Creates the form token; null if the page contains no form. */
      readonly fill: ((req: Request) => FormToken) | null
      readonly headers: Readonly<Record<string, string>>
      /** Whether the page contains a one-time message for its reader. */
      readonly isForOne: boolean
      readonly expiry?: Expiry | undefined
    }
  | { readonly kind: 'empty'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly kind: 'bytes'
      readonly status: number
      readonly pieces: AsyncIterable<Uint8Array>
      /** The total number of bytes in all pieces; null if unknown in advance. */
      readonly size: number | null
      readonly headers: Readonly<Record<string, string>>
    }

/** A JSON payload that is sent unchanged. */
export type Payload = JsonObject | readonly JsonObject[]

export const ok = <Body extends Payload>(body: Body): Reply<Body> => ({ kind: 'json', status: 200, body })

/** A payload, or 204 if there is none. */
export const okOrNoContent = (body: Payload | null): Reply => (body ? ok(body) : noContent())

/** A reply whose payload may be shared with other requests: an identical object is serialized only once. */
export const cachedReply = <Body extends JsonObject>(body: Body): Reply<Body> => ({
  kind: 'json',
  status: 200,
  body,
  isCached: true,
})

/** A JSON schema, cached like the payload of `cachedReply`. */
export const schemaReply = (body: JsonObject): Reply => ({
  ...cachedReply(body),
  headers: { 'Content-Type': 'application/json+schema' },
})

export const created = (body: JsonObject & { readonly '@id': string }): Reply =>
  createdAt(body, { Location: body['@id'] })

export function createdAt(body: JsonObject, headers: { readonly Location: string; readonly ETag?: string }): Reply {
  return { kind: 'json', status: 201, body, headers }
}

/** A reply with `null` as its body, which some clients expect on success. */
export const noBody = (): Reply => ({ kind: 'json', status: 200, body: null, isTranslated: false })

export const noContent = (): Reply => ({ kind: 'empty', status: 204 })

/** A reply with bytes from memory. */
export function bytesReply(bytes: Uint8Array, headers: Readonly<Record<string, string>>): Reply {
  const pieces = (async function* () {
    yield bytes
  })()
  return { kind: 'bytes', status: 200, pieces, size: bytes.length, headers }
}
