import type { WrittenObject } from './incomingChanges.js'
import type { SitePlan } from './planSite.js'

export interface ImportCounts {
  /** The number of objects of each type. */
  readonly types: Readonly<Record<string, ObjectCounts>>
  readonly users: number
  readonly groups: number
  readonly relations: number
  readonly oldAddresses: number
  readonly files: number
  readonly bytes: number
  readonly versions: number
  readonly records: number
  /** The number of polls with imported votes. */
  readonly polls: number
}

export interface ObjectCounts {
  readonly created: number
  readonly changed: number
  readonly equal: number
  readonly skipped: number
}

const none: ObjectCounts = { created: 0, changed: 0, equal: 0, skipped: 0 }

export function countImport({ people, oldAddresses, skipped }: SitePlan) {
  const types: Record<string, ObjectCounts> = {}
  const files = new Map<string, number>()
  const sums = { relations: 0, versions: 0, records: 0, polls: 0 }
  const count = (type: string, outcome: keyof ObjectCounts): void => {
    const counts = types[type] ?? none
    types[type] = { ...counts, [outcome]: counts[outcome] + 1 }
  }
  for (const { type } of skipped) count(type, 'skipped')
  return {
    add: ({ object, importedObject: { history }, outcome }: WrittenObject): void => {
      count(object.type, outcome)
      for (const { files: fileMap } of [object, ...object.versions])
        for (const { digest, size } of Object.values(fileMap)) files.set(digest, size)
      sums.relations += Object.values(object.relations).flat().length
      sums.versions += history.versions.length
      sums.records += history.records.length
      sums.polls += object.votes === undefined ? 0 : 1
    },
    read: (): ImportCounts => ({
      types,
      users: people.newUsers.length,
      groups: people.groups.length,
      oldAddresses: oldAddresses.length,
      files: files.size,
      bytes: [...files.values()].reduce((sum, size) => sum + size, 0),
      ...sums,
    }),
  }
}
