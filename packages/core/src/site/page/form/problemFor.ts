import type { FormControl } from '../../../answers/formControls.js'
import { type Message, message } from '../../../foundation/messages.js'

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null && 'id' in value

/**
 * Returns the problem with the value of a control as the form shows it. For tables, the message contains the title of
 * the column instead of the key, because the form does not show keys.
 */
export function problemFor(control: FormControl, problem: Message): Message {
  const inRow = problem.values?.problem
  if (control.kind !== 'rows' || problem.id !== 'field.row' || !isMessage(inRow)) return problem
  return message('field.row', { ...problem.values, problem: problemInRow(control.blank.controls, inRow) })
}

function problemInRow(columns: readonly FormControl[], problem: Message): Message {
  const titleOf = (key: string) => columns.find(({ name }) => name.endsWith(`.${key}`))?.title ?? key
  if (problem.id === 'field.row-id-required')
    return message('field.column', { column: titleOf('id'), problem: message('field.required') })
  if (problem.id !== 'field.column') return problem
  return message('field.column', { ...problem.values, column: titleOf(String(problem.values?.column)) })
}
