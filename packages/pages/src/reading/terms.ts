import type { ChosenTerm, TitledTerm } from '@plenum/core/answers'

/** Omits values that are no longer in the vocabulary. */
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
 * A custom content type may have another field with the same name, so a value of another type becomes an empty list.
 */
export const listOf = <Item>(value: readonly Item[] | string | null | undefined): readonly Item[] =>
  Array.isArray(value) ? value : []
