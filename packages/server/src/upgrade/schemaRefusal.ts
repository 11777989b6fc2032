import path from 'node:path'
import type { SchemaError } from '@plenum/sql-store'
import { StartError } from '../startError.js'

const versions = ({ found, known }: SchemaError): string =>
  `has schema version ${found}, and this program has version ${known}`

/** Why a database file of an earlier version is not opened, with the line to run. */
export const olderFile = (file: string, error: SchemaError): StartError =>
  new StartError(
    `DATA_DIR: ${file} ${versions(error)}. Stop the service and run \`DATA_DIR='${path.dirname(file)}' plenum upgrade\`, which copies the file first (docs/upgrade.md).`,
  )

/** The same of a database of PostgreSQL, which `place` names. */
export const olderServer = (place: string, error: SchemaError): StartError =>
  new StartError(
    `${place} ${versions(error)}. Stop the service, copy the database by \`${dumpLine(error.found)}\`, and run \`plenum upgrade\` (docs/upgrade.md).`,
  )

export const newerServer = (place: string, error: SchemaError): StartError =>
  new StartError(`${place} ${versions(error)}: start a newer version of Plenum, or restore a backup of this one.`)

/** The line that copies a database of PostgreSQL. */
export const dumpLine = (version: number): string =>
  `pg_dump --format=custom --file=plenum-before-${version}.dump "$DATABASE_URL"`

/** Why a site is not opened whose upgrade was interrupted. */
export const unfinishedUpgrade = 'An upgrade of this site was interrupted. Run `plenum upgrade`, which finishes it.'
