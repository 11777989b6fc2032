import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '@plenum/core'
import { normalObject, ownPermissions } from './normalObject.js'

/**
 * Returns the differences between an export and the export of the site that imported it, as `place: before | after`.
 * Permitted differences (docs/how-to/move-in.md) are ignored.
 */
export function exportDifferences(before: string, after: string): readonly string[] {
  const [a, b] = [readExport(before), readExport(after)]
  const differences: string[] = []
  compare('export', a, b, differences)
  return differences
}

function readExport(folder: string): JsonObject {
  const read = (name: string): JsonValue => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
  const metadata = objectAt(read('content/__metadata__.json'))
  const files = textsAt(metadata._data_files_)
  const objects = files.map(file => [file, normalObject(objectAt(read(`content/${file}`)))] as const)
  const blobs = textsAt(metadata._blob_files_)
  return {
    objects: Object.fromEntries(objects),
    files: Object.fromEntries(blobs.map(blob => [blob, digestOf(path.join(folder, 'content', blob))])),
    order: orderOf(
      objectAt(metadata.ordering),
      objects.map(([, object]) => object),
    ),
    default_page: metadata.default_page ?? null,
    local_roles: rolesOf(objectAt(metadata.local_roles)),
    local_permissions: ownPermissions(objectAt(metadata.local_permissions)),
    relations: relationsOf(read('relations.json')),
    redirects: existsSync(path.join(folder, 'redirects.json')) ? read('redirects.json') : {},
    people: peopleOf(objectAt(read('principals.json'))),
  }
}

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

const objectAt = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {})
const listAt = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : [])
const textsAt = (value: JsonValue | undefined): readonly string[] => listAt(value).map(String)

/** Returns the UIDs of siblings in order, by container path. Siblings with the same position are sorted by path. */
function orderOf(ordering: JsonObject, objects: readonly JsonObject[]): JsonObject {
  const siblings: Record<string, [number, string, string][]> = {}
  for (const { '@id': address = '', UID: uid } of objects) {
    const position = ordering[String(uid)]
    const path = decodeURIComponent(String(address))
    const container = path.slice(0, path.lastIndexOf('/'))
    if (typeof position === 'number')
      siblings[container] = [...(siblings[container] ?? []), [position, path, String(uid)]]
  }
  const inOrder = (some: readonly [number, string, string][]): readonly string[] =>
    some.toSorted(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)).map(([, , uid]) => uid)
  return Object.fromEntries(Object.entries(siblings).map(([container, some]) => [container, inOrder(some)]))
}

const rolesOf = ({ plone_site_root: _, ...roles }: JsonObject): JsonObject => roles

const relationsOf = (value: JsonValue): JsonValue =>
  listAt(value)
    .map(objectAt)
    .filter(one => one.from_attribute !== 'isReferencing')
    .map(one => [one.from_uuid, one.from_attribute, one.to_uuid].join(' '))
    .toSorted()

function peopleOf({ groups, members }: JsonObject): JsonObject {
  const plain = (person: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(person).map(([key, value]) => [
        key,
        Array.isArray(value) ? textsAt(value).toSorted() : value === '' ? null : value,
      ]),
    )
  const byName = (people: JsonValue | undefined, key: string): JsonObject =>
    Object.fromEntries(listAt(people).map(one => [String(objectAt(one)[key]), plain(objectAt(one))]))
  return { groups: byName(groups, 'groupid'), members: byName(members, 'username') }
}

function compare(place: string, a: JsonValue | undefined, b: JsonValue | undefined, differences: string[]): void {
  if (isJsonObject(a) && isJsonObject(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      compare(`${place} ${key}`, a[key], b[key], differences)
    return
  }
  const [before, after] = [JSON.stringify(a), JSON.stringify(b)]
  if (before !== after) differences.push(`${place}: ${before?.slice(0, 300)} | ${after?.slice(0, 300)}`)
}
