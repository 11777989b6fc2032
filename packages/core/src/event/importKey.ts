import type { Field } from '../content/fields/field.js'

/** The key of an object in an imported file. Only an import sets this field. */
export const importKey: Field = { kind: 'line', name: 'import_key', title: 'Key in the imported file', hidden: true }

/** Whether an import has retracted the session because it was not in the imported file. */
export const retractedByImport: Field = {
  kind: 'boolean',
  name: 'retracted_by_import',
  title: 'Retracted by an import',
  hidden: true,
}
