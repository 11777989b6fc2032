import { DomainError, message } from '@plenum/core'

/** An upgrade of the database schema. The version of a schema is the number of applied migration steps. */
export interface SchemaUpgrade {
  readonly from: number
  readonly to: number
}

/** The error that is thrown if this program can neither use nor upgrade the schema version of a database. */
export class SchemaError extends Error {
  constructor(
    /** The schema version of the database, or 0 if the database has no tables. */
    readonly found: number,
    /** The schema version of this program. */
    readonly known: number,
  ) {
    super(
      found > known
        ? `The database has schema version ${found}; this program supports versions up to ${known}.`
        : `The database has schema version ${found}; this program needs version ${known}.`,
    )
  }
}

interface VersionPolicy {
  /** Whether a schema is created in an empty database. Defaults to true. */
  readonly creates?: boolean
  /** The treatment of databases with an earlier version. `refuse` rejects such databases. */
  readonly older?: string
}

export function requireUsable(found: number, known: number, { creates = true, older }: VersionPolicy): void {
  const isUsable = found === 0 ? creates : found === known || (found < known && older !== 'refuse')
  if (!isUsable) throw new SchemaError(found, known)
}

/**
 * The time after which a client may retry the request, in seconds. By then, a rolling restart may have replaced this
 * program.
 */
const retryAfter = 5

/**
 * Throws a DomainError `store-unavailable` if the database and this program have different schema versions. Every
 * write transaction checks the version, because another program may have upgraded the database.
 */
export function requireVersion(found: number, known: number): void {
  if (found === known) return
  const text = message('store.other-schema', { found, known, seconds: retryAfter })
  throw new DomainError('store-unavailable', text, { context: null, retryAfter })
}
