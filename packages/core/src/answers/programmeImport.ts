/**
 * The response to `GET {event}/@@import-programme`: the form that imports a schedule (docs/schedule.md, Import in the
 * browser).
 */
export type ProgrammeImportPayload = {
  readonly '@id': string
  /** Whether the service can download and read schedules. */
  readonly is_available: boolean
  /** The number of example objects. The page offers to remove them before the import. */
  readonly examples: number
}

/** The values of the import form. */
export type ProgrammeImportValues = {
  readonly url: string
  readonly text: string
  readonly timezone: string
  readonly retract: boolean
  readonly replace: boolean
}

/** The effects that an import would have. Times are in ISO 8601 format. */
export type ProgrammeImportPreview = {
  readonly title: string
  readonly timezone: string
  readonly sessions: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly retracted: number
  readonly unknown_types: readonly string[]
  readonly missing: readonly { readonly '@id': string; readonly title: string }[]
  readonly edited: readonly { readonly '@id': string; readonly title: string; readonly fields: readonly string[] }[]
  readonly differences: readonly {
    readonly kind: 'new' | 'withdrawn' | 'moved' | 'room' | 'track' | 'persons' | 'renamed' | 'state'
    readonly title: string
    readonly before: string | null
    readonly after: string | null
  }[]
  /** The digest of the schedule file. The import is refused if the file at the URL has changed since the preview. */
  readonly digest: string
}

/** The form and, after it has been submitted, the submitted values and the effects of the import. */
export type ProgrammeImportPage = ProgrammeImportPayload & {
  readonly values?: ProgrammeImportValues
  readonly preview?: ProgrammeImportPreview
  /** The reasons why the form was refused. */
  readonly problems?: readonly string[]
}
