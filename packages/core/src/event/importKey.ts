import type { Field } from '../content/fields/field.js'

/** The key of an object in an imported file; set only on objects created by an import. */
export const importKey: Field = { kind: 'line', name: 'import_key', title: 'Key in the imported file', hidden: true }

/** True for sessions that an import retracted because they were not in its file. */
export const retractedByImport: Field = {
  kind: 'boolean',
  name: 'retracted_by_import',
  title: 'Retracted by an import',
  hidden: true,
}
