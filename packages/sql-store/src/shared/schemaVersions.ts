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
    readonly version: number,
    /** The schema version of this program. */
    readonly supported: number,
  ) {
    super(
      version > supported
        ? `The database has schema version ${version}; this program supports versions up to ${supported}.`
        : `The database has schema version ${version}; this program needs version ${supported}.`,
    )
  }
}

interface VersionPolicy {
  /** Whether a schema is created in an empty database. Defaults to true. */
  readonly creates?: boolean
  /** How to treat databases with an earlier schema version. If the value is `refuse`, such databases are rejected. */
  readonly older?: string
}

export function requireUsable(version: number, supported: number, { creates = true, older }: VersionPolicy): void {
  const isUsable = version === 0 ? creates : version === supported || (version < supported && older !== 'refuse')
  if (!isUsable) throw new SchemaError(version, supported)
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
export function requireVersion(version: number, supported: number): void {
  if (version === supported) return
  const text = message('store.other-schema', { found: version, known: supported, seconds: retryAfter })
  throw new DomainError('store-unavailable', text, { context: null, retryAfter })
}
