import type { Field } from '../content/fields/field.js'

/** What a programme's file knows an object by; set on what an import made, and on nothing else. */
export const importKey: Field = { kind: 'line', name: 'import_key', title: 'Key in the imported file', hidden: true }

/** Set on sessions that an import took back from publication because its file lacked them. */
export const retractedByImport: Field = {
  kind: 'boolean',
  name: 'retracted_by_import',
  title: 'Retracted by an import',
  hidden: true,
}
