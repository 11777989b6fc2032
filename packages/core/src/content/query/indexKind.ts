/** The kind of an index: values, dates and ranges of dates, or true and false. */
export type IndexKind = 'value' | 'date' | 'boolean'
