import type { FormControl, FormRow, FormSection, RelationsControl } from '../../../answers/formControls.js'
import type { FormBody } from './enterControl.js'

const commandName = 'change'

/**
 * The command of a button, such as `up field.tracks 2`. `row` saves the entered row and shows a new empty row. `up`,
 * `down` and `remove` change the row with the given key. `search` searches for targets of a relation.
 */
export interface FormCommand {
  readonly verb: string
  readonly name: string
  readonly key: string
}

export function commandIn(body: FormBody): FormCommand | null {
  const [value] = body.get(commandName) ?? []
  if (value === undefined) return null
  if (value === enterKey) return searchIn(body)
  const [verb = '', name = '', key = ''] = value.split(' ')
  return { verb, name, key }
}

/**
 * The value of the button that is activated by the Enter key. If the user has entered a search string, this button
 * starts the search.
 */
const enterKey = 'enter'

function searchIn(body: FormBody): FormCommand | null {
  const name = [...body].find(([key, [value = '']]) => key.endsWith(searchSuffix) && value.trim() !== '')?.[0]
  return name === undefined ? null : { verb: 'search', name: name.slice(0, -searchSuffix.length), key: '' }
}

const searchSuffix = '.search'

export const queryNameOf = (name: string): string => name + searchSuffix

export const withRowCommand = (sections: readonly FormSection[], command: FormCommand): readonly FormSection[] =>
  sections.map(section => ({
    ...section,
    controls: section.controls.map(control => withRows(control, command)),
  }))

function withRows(control: FormControl, { verb, name, key }: FormCommand): FormControl {
  if (control.kind !== 'rows' || control.name !== name) return control
  const i = control.rows.findIndex(row => row.key === key)
  if (i < 0) return control
  if (verb === 'remove') return { ...control, rows: control.rows.toSpliced(i, 1) }
  return { ...control, rows: moved(control.rows, i, verb === 'up' ? i - 1 : verb === 'down' ? i + 1 : i) }
}

function moved(rows: readonly FormRow[], from: number, to: number): readonly FormRow[] {
  const row = rows[from]
  return row && to >= 0 && to < rows.length ? rows.toSpliced(from, 1).toSpliced(to, 0, row) : rows
}

export const withResults = (
  sections: readonly FormSection[],
  name: string,
  { query, results }: Pick<RelationsControl, 'query' | 'results'>,
): readonly FormSection[] =>
  sections.map(section => ({
    ...section,
    controls: section.controls.map(control => {
      if ((control.kind !== 'relation' && control.kind !== 'relations') || control.name !== name) return control
      const chosen = new Set(control.targets.map(({ UID }) => UID))
      return { ...control, query, results: results.filter(({ UID }) => !chosen.has(UID)) }
    }),
  }))
