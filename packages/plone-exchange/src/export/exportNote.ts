/** The reason why something requires attention before or after Plone imports the export. */
export type ExportNoteKind =
  /** Members who must request a new password, because Plone cannot verify their hashes. */
  | 'password'
  /** Members that Plone skips. */
  | 'no-email'
  /** Short names that Plone refuses. */
  | 'reserved-id'
  /** Types, workflows and behaviors that Plone needs before the import. */
  | 'unknown-type'
  | 'unknown-workflow'
  /** Objects in a container that Plone does not accept as a container. */
  | 'no-container'
  /** Values that the export format cannot represent. */
  | 'not-exported'

export interface ExportNote {
  readonly kind: ExportNoteKind
  readonly text: string
}

export type NoteOf = (kind: ExportNoteKind, text: string) => void

/** Collects notes without duplicates. */
export function noteBook(): { readonly note: NoteOf; notes(): readonly ExportNote[] } {
  const notes = new Map<string, ExportNote>()
  const note: NoteOf = (kind, text) => notes.set(`${kind} ${text}`, { kind, text })
  return { note, notes: () => [...notes.values()] }
}
