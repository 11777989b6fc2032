import { type Voter, voterKey, voterOfKey } from '@plenum/core/ports'

/** A voter as text of the database. JSON, because PostgreSQL's texts have neither NUL nor single surrogates. */
export const storedKey = (voter: Voter): string => JSON.stringify(voterKey(voter))

/** Sorted voters of their texts. */
export const votersOf = (stored: readonly string[]): Voter[] =>
  stored
    .map(key => JSON.parse(key) as string)
    .sort()
    .map(voterOfKey)
