import type { AnswerMetadata, JsonObject, JsonValue } from '@plenum/core'
import type { Request } from 'express'

/** The data that determines when a response expires, in addition to changes to the site. */
export type Expiry = Pick<AnswerMetadata, 'until' | 'hasVotes'>

export interface FormToken {
  readonly token: string
  readonly cookie: string | null
}

/** A response as a plain value, before it is sent. */
export type Reply<Body extends JsonValue = JsonValue> =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly body: Body
      readonly headers?: Readonly<Record<string, string>>
      /** Whether later replies may reuse the same body object. If so, the serialized body is cached. */
      readonly isCached?: boolean
      /** Whether the body depends on the language. Defaults to true. If false, `Vary` omits the language. */
      readonly isTranslated?: boolean
      /** The expiry of the response, or undefined if the expiry is unknown and the response is therefore not cached. */
      readonly expiry?: Expiry | undefined
      /** Whether the body contains query parameters that the route does not declare, for example in batch links. */
      readonly namesQuery?: boolean
    }
  | {
      readonly kind: 'html'
      readonly status: number
      /** The HTML of the page, split where the form token is to be inserted. */
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
      /** The total number of bytes in all pieces, or null if the number is not known in advance. */
      readonly size: number | null
      readonly headers: Readonly<Record<string, string>>
    }

export type Payload = JsonObject | readonly JsonObject[]

export const ok = <Body extends Payload>(body: Body): Reply<Body> => ({ kind: 'json', status: 200, body })

export const okOrNoContent = <Body extends Payload>(body: Body | null): Reply<Body> => (body ? ok(body) : noContent())

/**
 * Creates a reply whose serialized body is cached together with the object `body`, so that later replies with the same
 * object reuse it.
 */
export const cachedReply = <Body extends JsonObject>(body: Body): Reply<Body> => ({
  kind: 'json',
  status: 200,
  body,
  isCached: true,
})

export const schemaReply = <Body extends JsonObject>(body: Body): Reply<Body> => ({
  ...cachedReply(body),
  headers: { 'Content-Type': 'application/json+schema' },
})

export const created = <Body extends JsonObject & { readonly '@id': string }>(body: Body): Reply<Body> =>
  createdAt(body, { Location: body['@id'] })

/** Creates a reply with the status 202, for a task that continues after the response. `body` describes the task. */
export const accepted = <Body extends JsonObject>(body: Body): Reply<Body> => ({ kind: 'json', status: 202, body })

export function createdAt<Body extends JsonObject>(
  body: Body,
  headers: { readonly Location: string; readonly ETag?: string },
): Reply<Body> {
  return { kind: 'json', status: 201, body, headers }
}

/** Creates a reply with the body `null`, which some clients expect on success. */
export const noBody = (): Reply<null> => ({ kind: 'json', status: 200, body: null, isTranslated: false })

export const noContent = (): Reply<never> => ({ kind: 'empty', status: 204 })

export function bytesReply(bytes: Uint8Array, headers: Readonly<Record<string, string>>): Reply<never> {
  const pieces = (async function* () {
    yield bytes
  })()
  return { kind: 'bytes', status: 200, pieces, size: bytes.length, headers }
}
