import type { ChosenTerm, TitledTerm } from '@plenum/core/answers'

/** The terms of a field, which has one or a list of them. A value that the vocabulary no longer has is left out. */
export function titledTerms(value: readonly TitledTerm[] | ChosenTerm | null | undefined): readonly TitledTerm[] {
  const terms = typeof value === 'object' && value !== null && 'token' in value ? [value] : listOf(value)
  return terms.flatMap(term =>
    typeof term === 'object' ? [{ token: term.token, title: term.title || term.token }] : [],
  )
}

/** A list in a field; empty for a field of the same name with another kind, which a type of an embedder may have. */
export const listOf = <Item>(value: readonly Item[] | string | null | undefined): readonly Item[] =>
  Array.isArray(value) ? value : []
