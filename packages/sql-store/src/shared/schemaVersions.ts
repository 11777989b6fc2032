import { DomainError, message } from '@plenum/core'

/** An upgrade of the database schema. A version is the number of applied steps. */
export interface SchemaUpgrade {
  readonly from: number
  readonly to: number
}

/** Thrown if this program cannot open the schema version of a database. */
export class SchemaError extends Error {
  constructor(
    /** The schema version of the database, or 0 if it has no tables. */
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
  /** Whether to create the schema in an empty database. Defaults to true. */
  readonly creates?: boolean
  /** The treatment of databases of an earlier version. `refuse` rejects them. */
  readonly older?: string
}

/** Throws a SchemaError if the database can be neither used nor upgraded. */
export function requireUsable(found: number, known: number, { creates = true, older }: VersionPolicy): void {
  const isUsable = found === 0 ? creates : found === known || (found < known && older !== 'refuse')
  if (!isUsable) throw new SchemaError(found, known)
}

/** The number of seconds after which a client may retry. A rolling restart takes longer than freeing disk space. */
const retryAfter = 5

/**
 * Throws a DomainError `store-unavailable` if the schema version of the database is not that of this program. Every
 * write transaction checks the version, because another program may have upgraded the database.
 */
export function requireVersion(found: number, known: number): void {
  if (found === known) return
  const text = message('store.other-schema', { found, known, seconds: retryAfter })
  throw new DomainError('store-unavailable', text, { context: null, retryAfter })
}
