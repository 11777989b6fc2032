import type { FormSection } from '../../../answers/formControls.js'
import type { JsonObject } from '../../../foundation/json.js'
import type { FieldProblem } from '../../../foundation/messages.js'
import { enterForm, type FormSource, formSections } from './contentForm.js'
import type { FormContext } from './controlOf.js'
import type { FormBody } from './enterControl.js'

/** A form without relations, with the values that a user entered, if any. */
export interface PlainForm {
  readonly sections: readonly FormSection[]
  /** The changed fields. */
  readonly input: JsonObject
  readonly problems: readonly FieldProblem[]
}

/**
 * Creates a form from a schema, or reads the body of the form. The sections never contain an entered password, so that
 * no page contains it.
 */
export function plainForm(source: FormSource, context: FormContext, body: FormBody | null): PlainForm {
  if (!body) return { sections: formSections(source, context), input: {}, problems: [] }
  const { sections, ...entered } = enterForm(source, { body, context, target: () => undefined })
  return { ...entered, sections: sections.map(withoutPasswords) }
}

const withoutPasswords = (section: FormSection): FormSection => ({
  ...section,
  controls: section.controls.map(control => (control.kind === 'password' ? { ...control, value: '' } : control)),
})
