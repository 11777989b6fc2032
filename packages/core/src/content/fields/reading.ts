import type { JsonValue } from '../../foundation/json.js'
import { type Message, message } from '../../foundation/messages.js'

/** One value that a vocabulary offers. */
export interface Term {
  readonly token: string
  /** In somebody's words, or in English. */
  readonly title: string
  /** Words the title in any language, where it is one of ours and not somebody's words. */
  readonly wording?: Message
}

/** What is known of bytes that were sent. */
export interface Upload {
  readonly digest: string
  readonly size: number
  /** Of an image whose size could be read; else null. */
  readonly image: { readonly width: number; readonly height: number; readonly contentType: string } | null
}

/** What reading a value may have to know; gathered before, so that reading is pure. */
export interface ReadingContext {
  terms(vocabulary: string): readonly Term[]
  /** The object that a UID, a path or a URL means, where the caller may see it. */
  related(reference: string): { readonly uid: string; readonly type: string } | undefined
  /** Takes bytes in base64; undefined when they cannot be decoded. */
  upload(data: string): Upload | undefined
  /** Takes everything out of HTML that could run in a browser; or why the HTML cannot be taken. */
  cleanHtml(html: string): string | Message
  newId(): string
}

export type Reading =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: Message }

export const accept = (value: JsonValue): Reading => ({ ok: true, value })

export const refuse = (...reason: Parameters<typeof message>): Reading => ({ ok: false, reason: message(...reason) })

/** Entries of any list whose kind does not say otherwise (docs/content-and-access.md, Limits of fields). */
export const maxEntries = 10_000

/** Characters of rich text, and of a block of raw HTML. */
export const maxHtml = 1_000_000

/** Whether there are more of a list's entries than may be sent. */
export const tooMany = (sent: readonly JsonValue[], limit = maxEntries): Reading | undefined =>
  sent.length > limit ? refuse('field.too-many-entries', { limit }) : undefined

/** A value for a message: texts and numbers as they are, of anything else nothing. */
export function excerptOf(raw: JsonValue): string {
  return typeof raw === 'object' && raw !== null ? '…' : String(raw).slice(0, 100)
}

/** Reads one value of one kind of field; `stored` is the value that it would replace. Null never arrives here. */
export type ReadValue<F> = (
  field: F,
  raw: JsonValue,
  at: { context: ReadingContext; stored: JsonValue | undefined },
) => Reading
