import type { SearchParameters } from './searchParameters.js'

type Value = string | readonly string[]
type OpenRecord = { [name: string]: Value | OpenRecord }

/**
 * Nests parameters with dotted names: `path.query=/a` and `path.depth=1` -> `{path: {query: '/a', depth: '1'}}`. When
 * a name has both a value and members, the value becomes the member `query`. Several values of the same name become a
 * list. Records have no prototype, so that `constructor` is an ordinary key.
 */
export function nestParameters(parameters: Iterable<readonly [name: string, value: Value]>): SearchParameters {
  const root = emptyRecord()
  for (const [name, value] of parameters) setNested(root, name.split('.'), value)
  return root
}

function setNested(root: OpenRecord, steps: readonly string[], value: Value): void {
  let record = steps.slice(0, -1).reduce(recordAt, root)
  let key = steps.at(-1) ?? ''
  let present = record[key]
  while (isRecord(present)) {
    record = present
    key = 'query'
    present = record[key]
  }
  record[key] = present === undefined ? value : [present, value].flat()
}

function recordAt(record: OpenRecord, step: string): OpenRecord {
  const present = record[step]
  if (isRecord(present)) return present
  const created = emptyRecord()
  if (present !== undefined) created.query = present
  record[step] = created
  return created
}

function isRecord(value: Value | OpenRecord | undefined): value is OpenRecord {
  return typeof value === 'object' && !Array.isArray(value)
}

function emptyRecord(): OpenRecord {
  return Object.create(null)
}
