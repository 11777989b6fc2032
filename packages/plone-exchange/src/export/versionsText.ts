import type { JsonObject, OutgoingObject } from '@plenum/core'
import type { StoredFile, VersionMeta } from '@plenum/core/ports'
import { languageOfSite } from '../form/exportKeys.js'
import { commonKeys, preservedOf } from './exportedObject.js'
import { isRelation } from './exportedValue.js'
import { jsonText, objectText } from './jsonText.js'
import { versionKeys } from './plenumKeys.js'

interface VersionsTextOptions {
  /** Id of the site. */
  readonly site: string
  /** The path of the bytes of a file in a version. */
  blobOf(version: number, field: string, file: StoredFile): string
}

/** Versions in the export format. Only one of them is in memory at a time. */
export function versionsText(
  object: OutgoingObject,
  versions: readonly VersionMeta[],
  { site, blobOf }: VersionsTextOptions,
): AsyncGenerator<string> {
  async function* entries(): AsyncGenerator<readonly [string, string]> {
    for (const [index, { number }] of [...versions.entries()].sort(byName)) {
      const body = await object.version(number)
      if (!body) continue
      const keys = commonKeys({ ...object, ...body }, site, (field, file) => blobOf(number, field, file))
      const facts = { allow_discussion: false, changeNote: '', version: index, 'plenum.version': versionKeys(body) }
      const overrides = { ...relationsOf(body), ...preservedOf(body).told }
      yield [String(index), jsonText({ ...keys, ...languageOf(keys), ...overrides, ...facts }, '    ')]
    }
  }
  return objectText(entries(), '  ')
}

type Entry = readonly [index: number, version: VersionMeta]

const byName = ([a]: Entry, [b]: Entry): number => (String(a) < String(b) ? -1 : 1)

const languageOf = ({ language }: JsonObject): JsonObject => (language === languageOfSite ? { language: '' } : {})

/** UIDs of the targets: a list or a single one. */
const relationsOf = ({ fields, values }: Pick<OutgoingObject, 'fields' | 'values'>): JsonObject =>
  Object.fromEntries(fields.filter(isRelation).map(({ name }) => [name, values[name] ?? null]))
