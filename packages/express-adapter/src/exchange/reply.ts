import type { AnswerMetadata, JsonObject, JsonValue } from '@plenum/core'
import type { Request } from 'express'

/** The expiry of a response, in addition to the state of the site that the response was built from. */
export type Expiry = Pick<AnswerMetadata, 'until' | 'hasVotes'>

export interface FormToken {
  readonly token: string
  /** The cookie to set if the owner of the token is new, otherwise null. */
  readonly cookie: string | null
}

/** A response as a plain value, before it is sent. */
export type Reply<Body extends JsonValue = JsonValue> =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly body: Body
      readonly headers?: Readonly<Record<string, string>>
      /** Whether the same object may be the body of later responses. If so, its serialization is cached. */
      readonly isCached?: boolean
      /** Whether the body depends on the language. The default is true. If false, `Vary` omits the language. */
      readonly isTranslated?: boolean
      /** The expiry of the response, or undefined if the expiry is unknown and the response is therefore not cached. */
      readonly expiry?: Expiry | undefined
      /** Whether the body contains parameters that the route does not declare, for example in batch links. */
      readonly namesQuery?: boolean
    }
  | {
      readonly kind: 'html'
      readonly status: number
      /** The page, split at the positions where the form token of its reader is inserted. */
      readonly parts: readonly string[]
      /** A function that creates the form token, or null if the page contains no form. */
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
      /** The total number of bytes in all pieces, or null if the number is unknown in advance. */
      readonly size: number | null
      readonly headers: Readonly<Record<string, string>>
    }

/** A JSON payload that is sent unchanged. */
export type Payload = JsonObject | readonly JsonObject[]

export const ok = <Body extends Payload>(body: Body): Reply<Body> => ({ kind: 'json', status: 200, body })

/** Creates a reply with a payload, or a 204 reply if there is no payload. */
export const okOrNoContent = (body: Payload | null): Reply => (body ? ok(body) : noContent())

/** Creates a reply whose payload may be shared with other requests. The same payload object is serialized only once. */
export const cachedReply = <Body extends JsonObject>(body: Body): Reply<Body> => ({
  kind: 'json',
  status: 200,
  body,
  isCached: true,
})

/** Creates a reply with a JSON schema. The schema is cached like the payload of `cachedReply`. */
export const schemaReply = (body: JsonObject): Reply => ({
  ...cachedReply(body),
  headers: { 'Content-Type': 'application/json+schema' },
})

export const created = (body: JsonObject & { readonly '@id': string }): Reply =>
  createdAt(body, { Location: body['@id'] })

/** Creates a 202 reply for a task that continues after the response. The body represents the task. */
export const accepted = (body: JsonObject): Reply => ({ kind: 'json', status: 202, body })

export function createdAt(body: JsonObject, headers: { readonly Location: string; readonly ETag?: string }): Reply {
  return { kind: 'json', status: 201, body, headers }
}

/** Creates a reply with `null` as its body, which some clients expect on success. */
export const noBody = (): Reply => ({ kind: 'json', status: 200, body: null, isTranslated: false })

export const noContent = (): Reply => ({ kind: 'empty', status: 204 })

/** Creates a reply with bytes that are in memory. */
export function bytesReply(bytes: Uint8Array, headers: Readonly<Record<string, string>>): Reply {
  const pieces = (async function* () {
    yield bytes
  })()
  return { kind: 'bytes', status: 200, pieces, size: bytes.length, headers }
}
