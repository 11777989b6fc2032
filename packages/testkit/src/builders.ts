import { createHash } from 'node:crypto'
import type { ContentType } from '@plenum/core'
import type { CatalogEntry, Change, ContentNode, StoredFile, User, WorkflowRecord } from '@plenum/core/ports'

export type Creation = NonNullable<Change['creates']>[number]

/**
 * Returns the UID of a test object. The UID is derived from the path, so that tests know it without reading the object.
 */
export function uidFor(path: string): string {
  return createHash('md5').update(path).digest('hex')
}

/** Builds an object at a path. By default, properties have simple or empty values. */
export function buildNode(path: string, properties: Partial<ContentNode> = {}): ContentNode {
  return {
    uid: uidFor(path),
    path,
    type: 'Document',
    revision: 0,
    created: 1000,
    modified: 1000,
    creator: 'anna',
    fields: {},
    layout: null,
    states: {},
    permissions: {},
    localRoles: {},
    blockLocalRoles: false,
    ...properties,
  }
}

/** Builds a catalog entry that all users can find. By default, it contains no indexes and no words. */
export function buildEntry(properties: Partial<CatalogEntry> = {}): CatalogEntry {
  return {
    holders: ['Anonymous'],
    indexes: {},
    titleWords: [],
    descriptionWords: [],
    words: [],
    columns: {},
    ...properties,
  }
}

/** Builds a creation, which consists of an object, its catalog entry and, by default, no workflow records. */
export function buildCreation(
  path: string,
  properties: { node?: Partial<ContentNode>; entry?: Partial<CatalogEntry>; records?: readonly WorkflowRecord[] } = {},
): Creation {
  return {
    node: buildNode(path, properties.node),
    entry: buildEntry(properties.entry),
    records: properties.records ?? [],
  }
}

export function buildCreations(...paths: readonly string[]): Creation[] {
  return paths.map(path => buildCreation(path))
}

export const buildFile = (digest: string, size = 1): StoredFile => ({
  digest,
  filename: 'a.png',
  'content-type': 'image/png',
  size,
  width: null,
  height: null,
})

export function buildRecord(properties: Partial<WorkflowRecord> = {}): WorkflowRecord {
  return {
    workflow: 'simple_publication_workflow',
    action: null,
    actor: 'anna',
    comments: '',
    state: 'private',
    time: 1000,
    ...properties,
  }
}

export function buildUser(id: string, properties: Partial<User> = {}): User {
  return {
    id,
    fullname: null,
    email: `${id}@example.org`,
    description: null,
    home_page: null,
    location: null,
    roles: ['Member'],
    groups: [],
    passwordHash: 'hash',
    created: 1000,
    ...properties,
  }
}

/** Builds a simple type. By default, the type is not a container, and its objects can be added to any container. */
export function buildType(id: string, properties: Partial<ContentType> = {}): ContentType {
  return {
    id,
    title: id,
    behaviors: ['plone.basic'],
    contains: null,
    addableAnywhere: true,
    addPermission: 'Add portal content',
    layout: 'view',
    lockable: false,
    ...properties,
  }
}
