import type { FormControl } from '../../../answers/formControls.js'
import { type Message, message, translateEnglish } from '../../../foundation/messages.js'
import { problemFor } from './problemFor.js'

const column = (key: string, title: string): FormControl => ({
  kind: 'line',
  name: `field.tracks.0.${key}`,
  title,
  description: '',
  required: true,
  value: '',
})
const frame = { name: 'field.tracks', title: 'Tracks', description: '', required: false }
const controls = [column('id', 'Short name'), column('href', 'Address')]
const table: FormControl = { ...frame, kind: 'rows', rows: [], blank: { key: '0', controls } }

const inRow = (problem: Message) => message('field.row', { row: 2, problem })
const shown = (problem: Message, control: FormControl = table) => translateEnglish(problemFor(control, problem))

describe('the problem with a table in a form', () => {
  it.each([
    ['a missing id', message('field.row-id-required'), 'Row 2: Short name: Required input is missing.'],
    [
      'a value in a column',
      message('field.column', { column: 'href', problem: message('field.required') }),
      'Row 2: Address: Required input is missing.',
    ],
    [
      'a value in an unknown column',
      message('field.column', { column: 'x', problem: message('field.required') }),
      'Row 2: x: Required input is missing.',
    ],
    ['the whole row', message('field.object-expected'), 'Row 2: This must be an object.'],
  ])('names the column by its title: %s', (_, problem, text) => expect(shown(inRow(problem))).toBe(text))

  it('does not differ in other controls', () => {
    expect(shown(message('field.required'))).toBe('Required input is missing.')
    expect(shown(inRow(message('field.row-id-required')), column('a', 'A'))).toBe('Row 2: The row needs an id.')
  })
})
