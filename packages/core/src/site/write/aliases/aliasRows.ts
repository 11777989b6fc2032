import { parseBoolean } from '../../../content/query/searchParameters.js'
import type { NewAlias } from '../../../content/store/aliases.js'
import { type Instant, parseInstant } from '../../../foundation/instants.js'
import { badRequest } from '../../../foundation/messages.js'
import type { RequestContext } from '../../run/requestContext.js'
import { type CsvRow, readRows, refuseTooManyRows } from '../csvRows.js'
import { type RequestedAlias, readAliasPath } from './aliasItems.js'
import { pathOfTarget, pathsInUse, readTargets, refuseReservedAtRoot } from './newAliases.js'

const maxRows = 10_000

interface AliasRow extends RequestedAlias {
  readonly manual: boolean
}

const nameOf = ({ cells }: CsvRow): string => cells.slice(0, 2).join(',')

/**
 * Reads the aliases in a CSV file. The columns are old path, new path, datetime and manual. The header and the last two
 * columns are optional. Aliases that already exist with the same target are omitted. Throws a DomainError `bad-request`
 * if a row is invalid (docs/http-answers.md, CSV).
 */
export async function readAliasRows(context: RequestContext, file: readonly CsvRow[]): Promise<readonly NewAlias[]> {
  const rows = withoutHeader(file)
  refuseTooManyRows(rows, maxRows)
  const requested = await readRows(rows, context.task, { nameOf, read: row => readRow(context, row) })
  const targetOf = await readTargets(context, requested)
  const inUse = await pathsInUse(
    context,
    requested.map(({ path }) => path),
  )
  const read = (_: CsvRow, position: number): readonly NewAlias[] => {
    const alias = requested[position]
    if (!alias) return []
    const target = targetOf(alias)
    const targetPath = pathOfTarget(context, alias) ?? alias.redirectTo
    const existing = inUse.get(alias.path)
    if (existing !== undefined && existing === targetPath) return []
    if (existing !== undefined) throw badRequest('alias.taken', { path: alias.path.slice(0, 200) })
    inUse.set(alias.path, targetPath)
    return [{ path: alias.path, target, created: alias.created ?? context.now, manual: alias.manual }]
  }
  return (await readRows(rows, context.task, { nameOf, read })).flat()
}

/** Removes the header row, which can be in any language. The header is recognized by a first cell without a path. */
const withoutHeader = (rows: readonly CsvRow[]): readonly CsvRow[] =>
  rows[0]?.cells[0]?.includes('/') === false ? rows.slice(1) : rows

function readRow(context: RequestContext, { cells }: CsvRow): AliasRow {
  const [address = '', target = '', datetime = '', manual = ''] = cells.map(cell => cell.trim())
  const path = readAliasPath(address, context.base)
  if (path === null) throw badRequest('alias.path', { path: address.slice(0, 200) })
  const alias = { path, redirectTo: target || null, created: readTime(datetime), manual: readManual(manual) }
  refuseReservedAtRoot(context, [alias])
  return alias
}

function readManual(text: string): boolean {
  const manual = text === '' ? true : parseBoolean(text)
  if (manual === undefined) throw badRequest('csv.boolean', { value: text.slice(0, 100) })
  return manual
}

const ploneTime =
  /^(\d{4})\/(\d\d)\/(\d\d)(?: (\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?(?: (?:GMT|UTC)(?:([+-])(\d{1,2}))?)?)?$/

function readTime(text: string): Instant | null {
  if (text === '') return null
  const [, year, month, day, time = '00:00', sign = '+', hours = '0'] = ploneTime.exec(text) ?? []
  const created = parseInstant(year ? `${year}-${month}-${day}T${time}${sign}${hours.padStart(2, '0')}:00` : text)
  if (created === null) throw badRequest('csv.date', { value: text.slice(0, 100) })
  return created
}
