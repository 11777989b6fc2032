import type { JsonObject } from '../../foundation/json.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import { type NewUser, readNewUser } from '../../people/userInput.js'
import { authenticatedUsers } from '../../security/caller.js'
import { assignableRoles } from '../../security/permissions.js'
import { type CsvRow, readRows, refuseTooManyRows } from '../write/csvRows.js'

export interface UserRow {
  readonly line: number
  readonly user: NewUser
  readonly groups: readonly string[]
  /** Whether the row adds the user to a group or grants a role other than Member. */
  readonly grants: boolean
}

const maxRows = 1000

/** The maximum number of passwords per file. It is low, because hashing one password takes a tenth of a second. */
const maxPasswords = 200

/** The maximum number of emails per file, which equals the maximum number of queued emails (docs/limits.md, Values). */
const maxMails = 100

type Cells = ReadonlyMap<string, string>

const texts = ['fullname', 'description', 'email', 'location', 'home_page', 'password']

/** The rows after the header row, and a function that maps a row to its cells. */
interface UserTable {
  readonly rows: readonly CsvRow[]
  cellsOf(row: CsvRow): Cells
}

const nameIn = (cells: Cells): string => cells.get('username') || cells.get('id') || ''

/**
 * Reads the users in a CSV file whose first line contains the column names (docs/http-answers.md, CSV). Throws a
 * DomainError `bad-request` that lists all problems in the file.
 */
export async function readUserRows(file: readonly CsvRow[], slice: TimeSlice): Promise<readonly UserRow[]> {
  const { rows, cellsOf } = readTable(file)
  refuseTooManyRows(rows, maxRows)
  const ids = new Set<string>()
  const users = await readRows(rows, slice, {
    nameOf: row => nameIn(cellsOf(row)),
    read: row => {
      const read = readRow(cellsOf(row))
      if (ids.has(read.user.id)) throw badRequest('user.taken', { name: read.user.id })
      ids.add(read.user.id)
      return { line: row.line, ...read }
    },
  })
  const mails = users.filter(({ user }) => user.password === null).length
  if (mails > maxMails) throw badRequest('csv.mails', { limit: maxMails })
  if (users.length - mails > maxPasswords) throw badRequest('csv.passwords', { limit: maxPasswords })
  return users
}

function readTable([header, ...rows]: readonly CsvRow[]): UserTable {
  const columns = (header?.cells ?? []).map(name => name.trim().toLowerCase())
  const missing = ['email', 'id'].filter(
    name => !columns.includes(name) && !(name === 'id' && columns.includes('username')),
  )
  if (missing.length > 0) throw badRequest('csv.columns', { columns: missing.join(', ') })
  const cellsOf = ({ cells }: CsvRow): Cells =>
    new Map(columns.map((column, i) => [column, column === 'password' ? (cells[i] ?? '') : (cells[i] ?? '').trim()]))
  return { rows, cellsOf }
}

function readRow(cells: Cells): Omit<UserRow, 'line'> {
  const roles = listIn(cells.get('roles'))
  const groups = listIn(cells.get('groups')).filter(id => id !== authenticatedUsers)
  const result = readNewUser(bodyOf(cells, roles), assignableRoles)
  if (!result.ok) throw refusalOf(result)
  const { user } = result
  return { user, groups, grants: groups.length > 0 || user.roles.some(role => role !== 'Member') }
}

function bodyOf(cells: Cells, roles: readonly string[]): JsonObject {
  const entries = texts.filter(name => cells.get(name)).map(name => [name, cells.get(name) ?? ''] as const)
  const sendsMail = /^(?:true|yes|1)$/i.test(cells.get('sendpasswordreset') ?? '')
  return {
    username: nameIn(cells),
    ...Object.fromEntries(entries),
    ...(roles.length > 0 ? { roles } : {}),
    ...(sendsMail ? { sendPasswordReset: true } : {}),
  }
}

const listIn = (text = ''): readonly string[] => text.split(',').flatMap(item => item.trim() || [])

function refusalOf(result: Exclude<ReturnType<typeof readNewUser>, { readonly ok: true }>): DomainError {
  if ('reason' in result) return new DomainError('invalid-user', result.reason)
  return new DomainError('incomplete-user', message('user.incomplete'), { problems: result.missing })
}
