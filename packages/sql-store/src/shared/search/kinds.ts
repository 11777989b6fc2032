import type { StorableValue } from '../indexValues.js'
import type { IndexRow } from '../rows/indexRow.js'

/** Objects with the same values of some indexes (see `isOfKinds`). */
export interface Kind {
  readonly id: number
  readonly values: ReadonlyMap<string, readonly StorableValue[]>
  /** The number of its objects. */
  readonly objects: number
  /** The number of its objects visible to the caller, including expired and unpublished ones. */
  readonly visible: number
}

/** A stored kind with its counts. */
export interface KindRow {
  readonly id: number
  readonly value_list: string
  readonly objects: number
  readonly visible: number
}

export function kindOf({ value_list, ...row }: KindRow): Kind {
  const values = new Map<string, StorableValue[]>()
  for (const [name, value] of JSON.parse(value_list) as IndexRow[])
    values.set(name, [...(values.get(name) ?? []), value])
  return { ...row, values }
}
