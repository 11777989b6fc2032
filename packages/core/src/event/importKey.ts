import type { Field } from '../content/fields/field.js'

/** The key of an object in an imported file; set only on objects created by an import. */
export const importKey: Field = { kind: 'line', name: 'import_key', title: 'Key in the imported file', hidden: true }

/** Whether an import retracted the session because it was not in the imported file. */
export const retractedByImport: Field = {
  kind: 'boolean',
  name: 'retracted_by_import',
  title: 'Retracted by an import',
  hidden: true,
}
