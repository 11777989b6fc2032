import path from 'node:path'
import type { SchemaError } from '@plenum/sql-store'
import { StartError } from '../startError.js'

type Versions = Pick<SchemaError, 'version' | 'supported'>

export const versionsOf = ({ version, supported }: Versions): string =>
  `has schema version ${version}, but this program expects version ${supported}`

export const upgradeOfFile = (file: string): string =>
  `Stop the service and run \`DATA_DIR='${path.dirname(file)}' plenum upgrade\`, which backs up the file first (docs/how-to/upgrade.md).`

export const upgradeOfServer = (version: number): string =>
  `Stop the service, back up the database with \`${dumpLine(version)}\`, and run \`plenum upgrade\` (docs/how-to/upgrade.md).`

export const olderFile = (file: string, error: SchemaError): StartError =>
  new StartError(`DATA_DIR: ${file} ${versionsOf(error)}. ${upgradeOfFile(file)}`)

/** Returns the error for a database server with an older schema. `label` identifies the database in the message. */
export const olderServer = (label: string, error: SchemaError): StartError =>
  new StartError(`${label} ${versionsOf(error)}. ${upgradeOfServer(error.version)}`)

export const newerServer = (label: string, error: SchemaError): StartError =>
  new StartError(`${label} ${versionsOf(error)}: start a newer version of Plenum, or restore a backup of this one.`)

const dumpLine = (version: number): string =>
  `pg_dump --format=custom --file=plenum-before-${version}.dump "$DATABASE_URL"`

export const unfinishedUpgrade = 'An upgrade of this site was interrupted. Run `plenum upgrade` to finish it.'
