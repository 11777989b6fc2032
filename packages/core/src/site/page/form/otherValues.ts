import type { FormControl, FormSection } from '../../../answers/formControls.js'
import { isSameEntry } from './controlInput.js'
import type { FormBody } from './enterControl.js'

/**
 * The name of the checkboxes with which the user selects the value that another editor has saved, instead of the
 * entered value. The value of each checkbox is the name of a control.
 */
const keepName = 'theirs'

export function withoutKept(body: FormBody): FormBody {
  const names = body.get(keepName) ?? []
  if (names.length === 0) return body
  const isPart = (name: string): boolean => names.some(control => name === control || name.startsWith(`${control}.`))
  return new Map([...body].filter(([name]) => !isPart(name)))
}

/**
 * Returns the entered form. If the stored value of a control differs from the entered value, the control contains both
 * values.
 */
export function withOtherValues(
  entered: readonly FormSection[],
  stored: readonly FormSection[],
): readonly FormSection[] {
  const controls = new Map(stored.flatMap(section => section.controls.map(control => [control.name, control] as const)))
  return entered.map(section => ({
    ...section,
    controls: section.controls.map(control => {
      const other = controls.get(control.name)
      return other && !isSameEntry(control, other) ? { ...control, other: textOfControl(other) } : control
    }),
  }))
}

function textOfControl(control: FormControl): string {
  switch (control.kind) {
    case 'boolean':
      return control.value ? '✓' : '–'
    case 'choice':
    case 'set':
      return control.terms
        .filter(({ token }) => control.values.includes(token))
        .map(({ title }) => title)
        .join(', ')
    case 'relation':
    case 'relations':
      return control.targets.map(({ title }) => title).join(', ')
    case 'rows':
      return control.rows.map(row => row.controls.map(textOfControl).filter(Boolean).join(' · ')).join('\n')
    case 'file':
    case 'image':
      return control.file?.filename ?? ''
    default:
      return control.value
  }
}
