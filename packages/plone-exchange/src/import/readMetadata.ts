import { isJsonObject, type JsonValue, type PermissionMap } from '@plenum/core'
import { linkAttribute } from '../form/exportKeys.js'
import type { ExportFiles } from './exportFiles.js'
import { listIn, objectIn, problem, textIn, textsIn } from './readingJson.js'

export type Metadata = Readonly<ReturnType<typeof readMetadata>>

export function readMetadata({ sharedFiles }: Pick<ExportFiles, 'sharedFiles'>) {
  const metadata = sharedFiles['content/__metadata__.json']
  const of = (key: string) => objectIn(objectIn(metadata)[key])
  const [ordering, localRoles, localPermissions] = [of('ordering'), of('local_roles'), of('local_permissions')]
  const relations = readRelations(sharedFiles['relations.json'])
  return {
    listed: textsIn(objectIn(metadata)._data_files_).map(file => file.replace(/\/data\.json$/, '')),
    position: (uid: string) => (typeof ordering[uid] === 'number' ? ordering[uid] : null),
    roles: (uid: string) => {
      const own = objectIn(localRoles[uid])
      const roles = Object.entries(objectIn(own.local_roles)).map(([id, list]) => [id, textsIn(list)] as const)
      return { roles: Object.fromEntries(roles), isBlocked: Boolean(own.block) }
    },
    permissions: (uid: string) => permissionsIn(localPermissions[uid]),
    relations: (uid: string) => relations.get(uid) ?? {},
    defaultPages: of('default_page'),
    findings: Object.entries(forms).flatMap(([name, isForm]) => {
      const value = sharedFiles[name as keyof typeof forms]
      return value === undefined || isForm(value) ? [] : [problem(`${name} does not have the form of an export`)]
    }),
  }
}

const forms = {
  'content/__metadata__.json': isJsonObject,
  'principals.json': isJsonObject,
  'redirects.json': isJsonObject,
  'relations.json': Array.isArray,
} as const satisfies Partial<Record<keyof ExportFiles['sharedFiles'], (value: JsonValue) => boolean>>

const permissionsIn = (value: JsonValue | undefined): PermissionMap =>
  Object.fromEntries(
    Object.entries(objectIn(value)).map(([name, grant]) => {
      const { acquire, roles } = objectIn(grant)
      return [name, { roles: textsIn(roles), acquired: acquire === true }]
    }),
  )

type Relations = Readonly<Record<string, readonly string[]>>

/**
 * Returns the relation targets by source UID and field, in the order in which the file lists them. Links are skipped,
 * because they are derived from the content.
 */
function readRelations(value: JsonValue | undefined): ReadonlyMap<string, Relations> {
  const relations = new Map<string, Record<string, string[]>>()
  for (const item of listIn(value)) {
    const { from_uuid, from_attribute, to_uuid } = objectIn(item)
    const attribute = textIn(from_attribute)
    if (attribute === linkAttribute || attribute === '') continue
    const own = relations.get(textIn(from_uuid)) ?? Object.create(null)
    relations.set(textIn(from_uuid), own)
    own[attribute] ??= []
    own[attribute].push(textIn(to_uuid))
  }
  return relations
}
