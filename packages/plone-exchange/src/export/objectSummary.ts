import type { JsonObject, OutgoingObject } from '@plenum/core'
import { linkAttribute } from '../form/exportKeys.js'
import { isRoot, uidIn } from './exportedObject.js'
import { exportedRoles } from './exportedRoles.js'
import { isRelation } from './exportedValue.js'
import { uidsIn } from './plenumKeys.js'

/**
 * The data of an object for those files of the export that describe all objects. Each summary occupies a few hundred
 * bytes of memory.
 */
export type ObjectSummary = Readonly<ReturnType<typeof summarize>>

export function summarize(object: OutgoingObject) {
  const { node, position, fields, values, links } = object
  const relations = fields.filter(isRelation).map(({ name }) => [name, uidsIn(values[name] ?? null)] as const)
  return {
    uid: node.uid,
    /** The UID of the object in the export, which is a fixed string for the site root. */
    name: uidIn(object),
    path: node.path,
    type: node.type,
    position: isRoot(object) ? null : position,
    roles: exportedRoles(object.node),
    permissions: permissionsOf(object),
    defaultPage: object.hidden.default_page ?? null,
    relations: relations.filter(([, targets]) => targets.length > 0),
    links,
  }
}

function permissionsOf({ node, type }: OutgoingObject): JsonObject {
  const own = Object.entries(node.permissions).filter(([name, { acquired }]) => !acquired && !type.managed.has(name))
  return Object.fromEntries(own.map(([name, { roles }]) => [name, { acquire: false, roles }]))
}

/**
 * Objects of these types are exported first, together with their containers, because other objects refer to them
 * through vocabularies.
 */
const namedTypes: ReadonlySet<string> = new Set(['Venue', 'Room', 'Presenter', 'SponsorsDB', 'SponsorLevel'])

/**
 * Sorts objects in the order in which Plone can import them: containers before their items, and the targets of
 * vocabularies before the objects that refer to them.
 */
export function sortForImport(objects: readonly ObjectSummary[]): readonly ObjectSummary[] {
  const early = new Set<string>()
  for (const { path, type } of objects) if (namedTypes.has(type)) for (const above of pathsTo(path)) early.add(above)
  const isEarly = ({ path }: ObjectSummary): boolean => path === '/' || early.has(path)
  return [...objects.filter(isEarly), ...objects.filter(object => !isEarly(object))]
}

const pathsTo = (path: string): readonly string[] =>
  [...path].flatMap((letter, at) => (letter === '/' && at > 0 ? [path.slice(0, at)] : [])).concat(path)

export const byName = (a: ObjectSummary, b: ObjectSummary): number => (a.name < b.name ? -1 : 1)

/**
 * Returns the relations of objects. The targets of each field have the same order as in the value of the field, and
 * Plone preserves this order.
 */
export function relationsOf(objects: readonly ObjectSummary[]): readonly JsonObject[] {
  const names = new Map(objects.flatMap(({ uid, name, path }) => [[path, name] as const, [uid, name] as const]))
  return objects.toSorted(byName).flatMap(({ name, relations, links }) => {
    const targets = [...relations, [linkAttribute, [...links].sort()] as const].sort(([a], [b]) => (a < b ? -1 : 1))
    return targets.flatMap(([from_attribute, to]) =>
      [...new Set(to.flatMap(target => names.get(target) ?? []))].map(to_uuid => ({
        from_attribute,
        from_uuid: name,
        to_uuid,
      })),
    )
  })
}
