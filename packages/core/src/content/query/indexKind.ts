/** How searches use an index: by one of its values, by a date or a range of dates, or by true and false. */
export type IndexKind = 'value' | 'date' | 'boolean'
