import type { StorableValue } from '../indexValues.js'

/** One value of one index. */
export type IndexRow = readonly [name: string, value: StorableValue]
