import { badRequest, DomainError, message, type RowProblem } from '../../foundation/messages.js'
import type { TimeSlice } from '../../foundation/scheduler.js'

/** A row of a CSV file. Line numbers begin with 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** The rows of a CSV file, including the header. */
export interface CsvInput {
  readonly rows: readonly CsvRow[]
}

export function refuseTooManyRows({ length }: readonly CsvRow[], limit: number): void {
  if (length > limit) throw badRequest('csv.too-many', { limit })
}

const maxProblems = 100

interface RowReader<T> {
  read(row: CsvRow, position: number): T | Promise<T>
  /** Returns a name that identifies the row in responses. The name must not contain a password. */
  nameOf(row: CsvRow): string
}

/**
 * Reads all rows. Throws a DomainError `bad-request` that lists the problems in all rows that `read` refuses
 * (docs/http-answers.md, CSV, rule 5).
 */
export async function readRows<T>(
  rows: readonly CsvRow[],
  slice: TimeSlice,
  { read, nameOf }: RowReader<T>,
): Promise<readonly T[]> {
  const results: T[] = []
  const problems: RowProblem[] = []
  for (const [position, row] of rows.entries()) {
    if (slice.isOver()) await slice.next()
    try {
      results.push(await read(row, position))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      problems.push({ line: row.line, text: nameOf(row).slice(0, 200), message: firstReason(error) })
    }
  }
  const [first] = problems
  if (first) throw refusedRows(problems, first)
  return results
}

const firstReason = ({ reason, details }: DomainError) => details.problems?.[0]?.message ?? reason

function refusedRows(problems: readonly RowProblem[], first: RowProblem): DomainError {
  const values = { count: problems.length, line: first.line, problem: first.message }
  return new DomainError('bad-request', message('csv.rows', values), { rows: problems.slice(0, maxProblems) })
}
