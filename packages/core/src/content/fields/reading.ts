import type { JsonValue } from '../../foundation/json.js'
import { type Message, message, type ReadResult } from '../../foundation/messages.js'

/** A value that a vocabulary offers. */
export interface Term {
  readonly token: string
  /** The title. It is in English, unless a user wrote it. */
  readonly title: string
  /** The title as a message that can be translated; absent if a user wrote the title. */
  readonly titleMessage?: Message
}

/** The properties of an uploaded file. */
export interface Upload {
  readonly digest: string
  readonly size: number
  /** The size and type of the image; null if the file is not an image of a known kind. */
  readonly image: { readonly width: number; readonly height: number; readonly contentType: string } | null
}

/**
 * The data and functions that are needed to read a value. The data is loaded in advance, so that reading is
 * synchronous.
 */
export interface ReadingContext {
  terms(vocabulary: string): readonly Term[]
  /**
   * The object with the given UID, path or URL; undefined if the object does not exist or the caller may not see it.
   */
  related(reference: string): { readonly uid: string; readonly type: string } | undefined
  /** Decodes base64 and retains the bytes; returns undefined if the data cannot be decoded. */
  upload(data: string): Upload | undefined
  /** Returns the sanitized HTML, without anything that a browser could run, or the reason why the HTML is refused. */
  cleanHtml(html: string): string | Message
  newId(): string
  /** Whether one-line strings retain leading and trailing whitespace, as in imports. */
  readonly keepsBlanks?: boolean
}

export type Reading = ReadResult<{ readonly value: JsonValue }>

export const accept = (value: JsonValue): Reading => ({ ok: true, value })

export const refuse = (...reason: Parameters<typeof message>): Reading => ({ ok: false, reason: message(...reason) })

/** The default maximum number of entries in a list (docs/content-and-access.md, Limits of fields). */
export const maxEntries = 10_000

/** The maximum length of rich text, and of a block of raw HTML, in characters. */
export const maxHtml = 1_000_000

/** Refuses a list with too many entries; returns undefined if the number of entries is allowed. */
export const tooMany = (items: readonly JsonValue[], limit = maxEntries): Reading | undefined =>
  items.length > limit ? refuse('field.too-many-entries', { limit }) : undefined

/** The first 100 characters of a value, for a message; `…` for a list or an object. */
export const excerptOf = (raw: JsonValue): string =>
  typeof raw === 'object' && raw !== null ? '…' : String(raw).slice(0, 100)

/** Reads one value for one kind of field. `stored` is the current value. `raw` is never null. */
export type ReadValue<F> = (
  field: F,
  raw: JsonValue,
  at: { context: ReadingContext; stored: JsonValue | undefined },
) => Reading
