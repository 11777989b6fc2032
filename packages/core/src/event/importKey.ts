import type { Field } from '../content/fields/field.js'

export const importKey: Field = { kind: 'line', name: 'import_key', title: 'Key in the imported file', hidden: true }

/** The internal field that stores the `ImportSource` of the last import into an event. */
export const importSourceField: Field = {
  kind: 'json',
  name: 'import_source',
  title: 'Source of the last import',
  hidden: true,
}

export interface ImportSource {
  readonly url: string
  readonly etag: string
  readonly retractMissing: boolean
}

/**
 * The field that stores whether an import has retracted the session because the session was missing from the imported
 * file.
 */
export const retractedByImport: Field = {
  kind: 'boolean',
  name: 'retracted_by_import',
  title: 'Retracted by an import',
  hidden: true,
}
