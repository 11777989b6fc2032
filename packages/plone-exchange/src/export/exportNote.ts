/** Why something needs somebody's attention before or after a Plone takes an export back. */
export type ExportNoteKind =
  /** Members who have to ask for a new password: a Plone cannot check the one that they have. */
  | 'password'
  /** Members whom a Plone leaves out. */
  | 'no-email'
  /** What a Plone does not take by that name. */
  | 'reserved-id'
  /** Types, workflows and behaviors that a Plone needs before the import. */
  | 'unknown-type'
  | 'unknown-workflow'
  /** Objects that a Plone does not take in such a container. */
  | 'no-container'
  /** What an export has no place for. */
  | 'not-exported'

export interface ExportNote {
  readonly kind: ExportNoteKind
  readonly text: string
}

export type NoteOf = (kind: ExportNoteKind, text: string) => void

/** Notes, each once. */
export function noteBook(): { readonly note: NoteOf; notes(): readonly ExportNote[] } {
  const notes = new Map<string, ExportNote>()
  const note: NoteOf = (kind, text) => notes.set(`${kind} ${text}`, { kind, text })
  return { note, notes: () => [...notes.values()] }
}
