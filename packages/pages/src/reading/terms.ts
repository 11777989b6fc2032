import type { ChosenTerm, TitledTerm } from '@plenum/core/answers'

/** The terms of a field with one or several values. Values that are no longer in the vocabulary are omitted. */
export function titledTerms(value: readonly TitledTerm[] | ChosenTerm | null | undefined): readonly TitledTerm[] {
  const terms = typeof value === 'object' && value !== null && 'token' in value ? [value] : listOf(value)
  return terms.flatMap(term =>
    typeof term === 'object' ? [{ token: term.token, title: term.title || term.token }] : [],
  )
}

export const termsText = (value: Parameters<typeof titledTerms>[0], separator = ', '): string =>
  titledTerms(value)
    .map(({ title }) => title)
    .join(separator)

/**
 * Returns the list in a field, or an empty list for a value of another type. A custom content type may have a different
 * field with the same name.
 */
export const listOf = <Item>(value: readonly Item[] | string | null | undefined): readonly Item[] =>
  Array.isArray(value) ? value : []
