/** A request by one caller, and the expected status. */
export interface Cell {
  /** The first column of the row without backticks, for example `POST /{path}/@copy`. */
  readonly endpoint: string
  /** The heading of the section, which determines the meaning of `{path}`. */
  readonly section: string
  /** The heading of the column, which is the state of the object. */
  readonly state: string
  readonly caller: string
  /** The status, followed by `[]` if the body is an empty list. */
  readonly answer: string
}

/** Thrown if a table of permissions is invalid. */
export class MatrixError extends Error {}

/**
 * Reads the cells of all tables in `docs/permissions.md`, in the order of the document. A table contains the columns
 * Endpoint and Status, a column for each state, and the column Others. The cell of a state starts with the letters of
 * the callers who receive the status in the column Status, or with `all` or `nobody`. Other statuses follow with the
 * letters of their callers, for example `COS, 403 RE`. All other callers receive the status in the column Others.
 * Throws a `MatrixError` for an unknown or repeated letter.
 */
export function readMatrix(text: string, letters: string): readonly Cell[] {
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap(section => cellsOfSection(section, letters))
}

function cellsOfSection(section: string, letters: string): readonly Cell[] {
  const [heading = '', ...lines] = section.split('\n')
  const [titles = [], ...rows] = lines.filter(line => line.startsWith('|')).map(columnsOf)
  if (titles[0] !== 'Endpoint') return []
  return rows.slice(1).flatMap(([endpoint = '', answer = '', ...columns]) => {
    const others = columns.at(-1) ?? ''
    return titles.slice(2, -1).flatMap((state, i) => {
      const answers = answersOf(columns[i] ?? '', { answer, letters, endpoint })
      return [...letters].map(caller => ({
        endpoint: endpoint.replaceAll('`', ''),
        section: heading.trim(),
        state,
        caller,
        answer: answers.get(caller) ?? others,
      }))
    })
  })
}

const columnsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map(column => column.trim())

interface RowFacts {
  readonly answer: string
  readonly letters: string
  readonly endpoint: string
}

function answersOf(column: string, { answer, letters, endpoint }: RowFacts): ReadonlyMap<string, string> {
  const answers = new Map<string, string>()
  for (const [i, group] of column.split(', ').entries()) {
    const end = group.lastIndexOf(' ')
    const [statusText, who] =
      i === 0 ? [answer, lettersOf(group, letters)] : [group.slice(0, end), group.slice(end + 1)]
    for (const caller of who) {
      if (!letters.includes(caller) || answers.has(caller))
        throw new MatrixError(`${endpoint}: "${caller}" in "${column}" is no caller, or stands there twice.`)
      answers.set(caller, statusText)
    }
  }
  return answers
}

function lettersOf(group: string, letters: string): string {
  if (group === 'nobody') return ''
  return group === 'all' ? letters : group
}
