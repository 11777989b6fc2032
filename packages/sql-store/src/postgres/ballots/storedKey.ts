import { type Voter, voterKey, voterOfKey } from '@plenum/core/ports'

/** The stored form of a voter. JSON, because PostgreSQL texts contain neither NUL nor lone surrogates. */
export const storedKey = (voter: Voter): string => JSON.stringify(voterKey(voter))

/** The voters of stored keys, sorted. */
export const votersOf = (stored: readonly string[]): Voter[] =>
  stored
    .map(key => JSON.parse(key) as string)
    .sort()
    .map(voterOfKey)
