import type { ChosenTerm, TitledTerm } from '@plenum/core/answers'

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
 * Returns the value if it is a list, and otherwise an empty list, because a custom content type can define a field with
 * the same name and a different type.
 */
export const listOf = <Item>(value: readonly Item[] | string | null | undefined): readonly Item[] =>
  Array.isArray(value) ? value : []
