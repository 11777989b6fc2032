import type { FormSection } from '../../../answers/formControls.js'
import type { JsonObject } from '../../../foundation/json.js'
import type { FieldProblem } from '../../../foundation/messages.js'
import { enterForm, type FormSource, formSections } from './contentForm.js'
import type { FormContext } from './controlOf.js'
import type { FormBody, FormFile } from './enterControl.js'

export interface PlainForm {
  readonly sections: readonly FormSection[]
  readonly input: JsonObject
  readonly problems: readonly FieldProblem[]
}

export interface SentForm {
  readonly body: FormBody
  readonly files?: ReadonlyMap<string, FormFile>
}

const noFiles: ReadonlyMap<string, FormFile> = new Map()

/**
 * Creates a form from a schema, or reads the submitted form if `sent` is not null. The sections never contain a
 * password, so that passwords are never included in a page.
 */
export function plainForm(source: FormSource, context: FormContext, sent: SentForm | null): PlainForm {
  if (!sent) return { sections: formSections(source, context), input: {}, problems: [] }
  const { body, files = noFiles } = sent
  const { sections, ...entered } = enterForm(source, { body, files, context, target: () => undefined })
  return { ...entered, sections: sections.map(withoutPasswords) }
}

const withoutPasswords = (section: FormSection): FormSection => ({
  ...section,
  controls: section.controls.map(control => (control.kind === 'password' ? { ...control, value: '' } : control)),
})
