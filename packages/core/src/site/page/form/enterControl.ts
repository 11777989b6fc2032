import type { FormControl, FormRow, PendingFile, RelationTarget, RowsControl } from '../../../answers/formControls.js'
import type { FormProperty } from '../../../answers/forms.js'
import { badRequest } from '../../../foundation/messages.js'
import { isUntouched } from './controlInput.js'
import { type FormContext, rowOf, rowSchemaOf } from './controlOf.js'
import { withoutReturns } from './payloadValues.js'

/** The fields of a form body. Each name maps to all its values, in the order of the body. */
export type FormBody = ReadonlyMap<string, readonly string[]>

/** An uploaded file, in the format of request bodies. */
export type FormFile = {
  readonly filename: string
  readonly 'content-type': string
  /** The base64-encoded data, or the key of the decoded file in `OperationRequest.uploads`. */
  readonly data: string
  /** The stored upload, which is omitted if the form body contains the file. */
  readonly pending?: PendingFile
}

/** The body of a submitted form, and the context in which it is read. */
export interface Entering {
  readonly body: FormBody
  /** The uploaded files by control name. */
  readonly files: ReadonlyMap<string, FormFile>
  readonly context: FormContext
  /** Finds the target of a relation by its UID, path or URL. */
  target(reference: string): RelationTarget | undefined
}

interface EnteredProperty {
  readonly control: FormControl
  readonly property: FormProperty
}

/**
 * Returns the control with the submitted value, exactly as the user entered it. If the body contains no value for the
 * control, the control is returned unchanged. Throws a DomainError `bad-request` if the body contains several values
 * for a control with a single value.
 */
export function enterControl({ control, property }: EnteredProperty, entering: Entering): FormControl {
  const file = entering.files.get(control.name)
  if (file && (control.kind === 'file' || control.kind === 'image'))
    return { ...control, isRemoved: false, upload: file.filename, ...(file.pending ? { pending: file.pending } : {}) }
  const values = entering.body.get(control.name)
  if (!values) return control
  const chosen = values.filter(value => value !== '')
  switch (control.kind) {
    case 'boolean':
      return { ...control, value: chosen.includes('true') }
    case 'choice':
      return { ...control, values: [singleIn(control, chosen)].filter(Boolean) }
    case 'set':
      return { ...control, values: chosen }
    case 'relation':
      return { ...control, targets: chosen.slice(-1).map(uid => targetOf(uid, control.targets, entering)) }
    case 'relations':
      return { ...control, targets: [...new Set(chosen)].map(uid => targetOf(uid, control.targets, entering)) }
    case 'rows':
      return enterRows({ control, property }, chosen, entering)
    case 'file':
    case 'image':
      return { ...control, isRemoved: chosen.includes('remove') }
    default:
      return { ...control, value: withoutReturns(singleIn(control, values)) }
  }
}

const pendingPrefix = 'pending-'

export function isUploadGone({ name, kind }: FormControl, { body, files }: Entering): boolean {
  if ((kind !== 'file' && kind !== 'image') || files.has(name)) return false
  const values = body.get(name) ?? []
  return values.some(value => value.startsWith(pendingPrefix)) && !values.includes('unused')
}

function singleIn({ name }: FormControl, values: readonly string[]): string {
  if (values.length > 1) throw badRequest('form.repeated', { name: name.slice(0, 100) })
  return values[0] ?? ''
}

/**
 * Returns the target of a relation. If the reference is unknown, the result shows it as entered, so that the user can
 * correct it.
 */
const targetOf = (reference: string, stored: readonly RelationTarget[], entering: Entering): RelationTarget =>
  stored.find(({ UID }) => UID === reference) ??
  entering.target(reference) ?? { UID: reference, '@id': '', '@type': '', title: reference }

/** The maximum number of rows in a form body, which equals the maximum number of rows in a table. */
const maxRows = 1000

function enterRows(
  { control, property }: { readonly control: RowsControl; readonly property: FormProperty },
  values: readonly string[],
  entering: Entering,
): RowsControl {
  const keys = [...new Set(values)].filter(key => /^\d{1,6}$/.test(key))
  if (keys.length > maxRows) throw badRequest('field.too-many-rows', { limit: maxRows })
  const newRow = (key: string): FormRow =>
    rowOf({ property, name: control.name }, { key, value: null }, entering.context)
  const stored = new Map(control.rows.map(row => [row.key, row]))
  const rows = keys.map(key => {
    const row = stored.get(key) ?? newRow(key)
    return { key, controls: enterRow(row, property, entering) }
  })
  const nextKey = Math.max(control.rows.length, ...keys.map(key => Number(key) + 1))
  return { ...control, rows: rows.filter(row => stored.has(row.key) || !isBlank(row)), blank: newRow(String(nextKey)) }
}

const isBlank = ({ controls }: FormRow): boolean => controls.every(isUntouched)

function enterRow(row: FormRow, property: FormProperty, entering: Entering): readonly FormControl[] {
  const columns = Object.values(rowSchemaOf(property).properties)
  return row.controls.flatMap((control, i) => {
    const column = columns[i]
    return column ? [enterControl({ control, property: column }, entering)] : []
  })
}
