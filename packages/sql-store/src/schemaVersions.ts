import { DomainError, message } from '@plenum/core'

/** An upgrade of the schema of a database; both are numbers of applied steps, from 1. */
export interface SchemaUpgrade {
  readonly from: number
  readonly to: number
}

/** The database has a schema version that this program does not open. */
export class SchemaError extends Error {
  constructor(
    /** The version of the database; 0 where it has no tables. */
    readonly found: number,
    /** The version of this program. */
    readonly known: number,
  ) {
    super(
      found > known
        ? `The database has version ${found}; this program knows versions up to ${known}.`
        : `The database has version ${found}; this program needs version ${known}.`,
    )
  }
}

/** Seconds until a client that met another schema version may retry: a rolling restart takes longer than a full disk. */
const retryAfter = 5

/**
 * Throws a DomainError `store-unavailable` when the database has another schema version than this program. Every
 * transaction that writes checks it: another program may have upgraded the database since it was opened.
 */
export function requireVersion(found: number, known: number): void {
  if (found === known) return
  const wording = message('store.other-schema', { found, known, seconds: retryAfter })
  throw new DomainError('store-unavailable', wording, { context: null, retryAfter })
}
