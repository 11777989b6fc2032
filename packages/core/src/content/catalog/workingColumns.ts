import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '../../foundation/json.js'
import type { Principals, SearchHit } from '../store/catalog.js'

interface WorkingColumns {
  readonly columns: JsonObject
  readonly holders: readonly string[]
}

/**
 * The name of a column that contains the values of other columns as editors see them. Summaries never contain this
 * column.
 */
const workingColumn = 'working'

/** The index of the principals who see different column values than visitors. Clients cannot search in this index. */
export const workingEditorsIndex = 'working_editors'

/**
 * Returns the principals who see different column values than visitors. The list is empty if everybody sees the same
 * values.
 */
export const workingEditors = ({ [workingColumn]: working }: JsonObject): readonly string[] =>
  isWorking(working) ? working.holders : []

export function withWorkingColumns(
  columns: JsonObject,
  working: JsonObject,
  editors: () => readonly string[],
): JsonObject {
  const names = [...new Set([...Object.keys(columns), ...Object.keys(working)])]
  const different = names.filter(name => !sameJson(columns[name], working[name]))
  if (different.length === 0) return columns
  const values = Object.fromEntries(different.map(name => [name, working[name] ?? null]))
  return { ...columns, [workingColumn]: { columns: values, holders: editors() } }
}

/** Replaces the columns of each hit with the values that editors see, if one of the principals may edit the object. */
export const hitsFor = (hits: readonly SearchHit[], principals: Principals): readonly SearchHit[] =>
  hits.some(({ columns }) => isWorking(columns[workingColumn])) ? hits.map(hit => hitFor(hit, principals)) : hits

export function hitFor(hit: SearchHit, principals: Principals): SearchHit {
  const working = hit.columns[workingColumn]
  if (!isWorking(working)) return hit
  const mayEdit = principals === 'system' || working.holders.some(holder => principals.includes(holder))
  return mayEdit ? { ...hit, columns: { ...hit.columns, ...working.columns } } : hit
}

const isWorking = (value: JsonValue | undefined): value is JsonObject & WorkingColumns =>
  isJsonObject(value) && isJsonObject(value.columns) && Array.isArray(value.holders)
