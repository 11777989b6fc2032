/** How an index is queried: by value, by date or range of dates, or by true and false. */
export type IndexKind = 'value' | 'date' | 'boolean'
