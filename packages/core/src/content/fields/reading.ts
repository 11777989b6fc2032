import type { JsonValue } from '../../foundation/json.js'
import { type Message, message, type ReadResult } from '../../foundation/messages.js'

/** A value that a vocabulary offers. */
export interface Term {
  readonly token: string
  /** The title in English, or in any language if a user entered the title. */
  readonly title: string
  /** The translatable title, which is absent if a user entered the title. */
  readonly titleMessage?: Message
}

export interface Upload {
  readonly digest: string
  readonly size: number
  /** The size of the image in pixels and its media type, or null if the file is not a supported image. */
  readonly image: { readonly width: number; readonly height: number; readonly contentType: string } | null
}

/** The data and functions for reading field values. The data is loaded in advance, so that reading is synchronous. */
export interface ReadingContext {
  terms(vocabulary: string): readonly Term[]
  /**
   * Looks up an object by UID, path or URL. Returns undefined if the object does not exist or the caller may not view
   * it.
   */
  related(reference: string): { readonly uid: string; readonly type: string } | undefined
  /** Decodes base64 data and collects the bytes for storage. Returns undefined if the data is invalid. */
  upload(data: string): Upload | undefined
  /** Returns sanitized HTML without executable content, or the reason why the HTML is rejected. */
  cleanHtml(html: string): string | Message
  newId(): string
  /** Whether leading and trailing whitespace in single-line strings is preserved, as in imports. */
  readonly keepsBlanks?: boolean
}

export type Reading = ReadResult<{ readonly value: JsonValue }>

export const accept = (value: JsonValue): Reading => ({ ok: true, value })

export const refuse = (...reason: Parameters<typeof message>): Reading => ({ ok: false, reason: message(...reason) })

/** The default maximum number of list entries (docs/content-and-access.md, Limits of fields). */
export const maxEntries = 10_000

/** The maximum length of rich text and of raw HTML blocks, in characters. */
export const maxHtml = 1_000_000

export const tooMany = (items: readonly JsonValue[], limit = maxEntries): Reading | undefined =>
  items.length > limit ? refuse('field.too-many-entries', { limit }) : undefined

/**
 * A function that reads the value of one kind of field from a request. `stored` is the current value. `raw` is never
 * null.
 */
export type ReadValue<F> = (
  field: F,
  raw: JsonValue,
  at: { context: ReadingContext; stored: JsonValue | undefined },
) => Reading
