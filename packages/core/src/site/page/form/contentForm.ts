import type { FormControl, FormSection } from '../../../answers/formControls.js'
import type { FormSchema } from '../../../answers/forms.js'
import type { JsonObject, JsonValue } from '../../../foundation/json.js'
import { badRequest, type FieldProblem, type Message, message } from '../../../foundation/messages.js'
import { controlInput, isEmptyControl, isSameEntry } from './controlInput.js'
import { controlOf, type FormContext } from './controlOf.js'
import { type Entering, enterControl, isUploadGone } from './enterControl.js'
import { problemFor } from './problemFor.js'

/**
 * The prefix of the names of all controls. It distinguishes controls from other fields in form bodies, such as `token`.
 */
export const controlPrefix = 'field.'

/** A schema, and the values of its fields as in payloads. If the form creates an object, `values` is empty. */
export interface FormSource {
  readonly schema: FormSchema
  readonly values: JsonObject
  /** Whether the form creates an object. If so, its controls contain the default values of the schema. */
  readonly isNew: boolean
}

/**
 * Creates the sections of an HTML form. The schema, for example of a type, a settings panel or a user profile, has the
 * format of a `@types` response.
 */
export const formSections = ({ schema, values, isNew }: FormSource, context: FormContext): readonly FormSection[] =>
  schema.fieldsets.map(({ id, title, description = '', fields }) => ({
    id,
    title,
    description,
    controls: fields.flatMap(field => {
      const property = schema.properties[field]
      if (!property) return []
      const initial = isNew ? property.default : undefined
      const required = schema.required.includes(field)
      return [controlOf({ property, name: controlPrefix + field, required }, values[field] ?? initial ?? null, context)]
    }),
  }))

/** The result of reading a submitted form. */
export interface EnteredForm {
  /** The sections with the submitted values, in case the form must be shown again. */
  readonly sections: readonly FormSection[]
  /** The changed fields, in the format of a request body. */
  readonly input: JsonObject
  /** The problems: required fields without a value, and fields whose uploaded file no longer exists. */
  readonly problems: readonly FieldProblem[]
}

/**
 * Reads the body of a form. The input omits unchanged fields, so that an unchanged form changes nothing. Throws a
 * DomainError `bad-request` if a field is unknown or repeated.
 */
export function enterForm(source: FormSource, entering: Entering): EnteredForm {
  const shown = formSections(source, entering.context)
  refuseUnknownNames(source, entering)
  const sections = shown.map(section => ({
    ...section,
    controls: section.controls.map(control => {
      const property = source.schema.properties[fieldOf(control)]
      return property ? enterControl({ control, property }, entering) : control
    }),
  }))
  const changes = changesIn(shown, sections, { source, entering })
  return {
    sections,
    input: Object.fromEntries(changes.map(({ field, value }) => [field, value])),
    problems: [...goneIn(sections, entering), ...missingIn(shown, sections, source)],
  }
}

const fieldOf = ({ name }: FormControl): string => name.slice(controlPrefix.length)

function refuseUnknownNames({ schema }: FormSource, { body, files }: Entering): void {
  for (const name of [...body.keys(), ...files.keys()]) {
    if (!name.startsWith(controlPrefix)) continue
    const [field = ''] = name.slice(controlPrefix.length).split('.', 1)
    if (!Object.hasOwn(schema.properties, field)) throw badRequest('form.unknown-field', { name: name.slice(0, 100) })
  }
}

interface Change {
  readonly field: string
  readonly value: JsonValue
}

function changesIn(
  shown: readonly FormSection[],
  entered: readonly FormSection[],
  { source: { values }, entering }: { readonly source: FormSource; readonly entering: Entering },
): readonly Change[] {
  return pairs(shown, entered).flatMap(([before, control]) => {
    if (isSameEntry(before, control)) return []
    const field = fieldOf(control)
    const file = entering.files.get(control.name)
    if (file) {
      const { pending: _, ...value } = file
      return [{ field, value: { ...value, encoding: 'base64' } }]
    }
    return [{ field, value: controlInput(control, { control: before, stored: values[field] ?? null }) }]
  })
}

const goneIn = (entered: readonly FormSection[], entering: Entering): readonly FieldProblem[] =>
  entered
    .flatMap(({ controls }) => controls)
    .filter(control => isUploadGone(control, entering))
    .map(control => ({ field: fieldOf(control), message: message('form.upload-gone') }))

/**
 * Returns a problem for each required field without a value, except for fields that are also empty in the stored
 * object.
 */
function missingIn(
  shown: readonly FormSection[],
  entered: readonly FormSection[],
  { isNew }: FormSource,
): readonly FieldProblem[] {
  return pairs(shown, entered).flatMap(([before, control]) =>
    control.required && isEmptyControl(control) && (isNew || !isSameEntry(before, control))
      ? [{ field: fieldOf(control), message: message('field.required') }]
      : [],
  )
}

function pairs(
  shown: readonly FormSection[],
  entered: readonly FormSection[],
): readonly (readonly [before: FormControl, control: FormControl])[] {
  const before = shown.flatMap(({ controls }) => controls)
  const after = entered.flatMap(({ controls }) => controls)
  return before.flatMap((control, i) => {
    const enteredControl = after[i]
    return enteredControl ? [[control, enteredControl] as const] : []
  })
}

/** Adds each problem to its field. Also returns the problems that do not belong to a field of the form. */
export function withProblems(
  sections: readonly FormSection[],
  problems: readonly FieldProblem[],
  translate: (text: Message) => string,
): { readonly sections: readonly FormSection[]; readonly others: readonly string[] } {
  const names = new Set(sections.flatMap(({ controls }) => controls.map(fieldOf)))
  const placeOf = ({ field, shownAt }: FieldProblem): string | null => field ?? shownAt ?? null
  const byField = new Map(problems.map(problem => [placeOf(problem), problem.message] as const).toReversed())
  return {
    sections: sections.map(section => ({
      ...section,
      controls: section.controls.map(control => {
        const problem = byField.get(fieldOf(control))
        return problem ? { ...control, problem: translate(problemFor(control, problem)) } : control
      }),
    })),
    others: problems.filter(problem => !names.has(placeOf(problem) ?? '')).map(problem => translate(problem.message)),
  }
}
