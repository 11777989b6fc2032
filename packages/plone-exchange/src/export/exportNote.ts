/** The reason why a person must act before or after Plone imports the export. */
export type ExportNoteKind =
  /** A member must request a new password, because Plone cannot verify the password hash. */
  | 'password'
  /** Plone skips the member, because the member has no email address. */
  | 'no-email'
  /** Plone does not allow the short name of the object. */
  | 'reserved-id'
  /** The type, workflow or behavior must exist in Plone before the import. */
  | 'unknown-type'
  | 'unknown-workflow'
  /** The object is in a container that cannot contain items in Plone. */
  | 'no-container'
  /** The export format cannot represent the value. */
  | 'not-exported'

export interface ExportNote {
  readonly kind: ExportNoteKind
  readonly text: string
}

export type NoteOf = (kind: ExportNoteKind, text: string) => void

export function noteBook(): { readonly note: NoteOf; notes(): readonly ExportNote[] } {
  const notes = new Map<string, ExportNote>()
  const note: NoteOf = (kind, text) => notes.set(`${kind} ${text}`, { kind, text })
  return { note, notes: () => [...notes.values()] }
}
