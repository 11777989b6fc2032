import { createHash } from 'node:crypto'
import type { ContentType } from '@plenum/core'
import type { CatalogEntry, Change, ContentNode, User, WorkflowRecord } from '@plenum/core/ports'

/** What `creates` of a change holds. */
export type Creation = NonNullable<Change['creates']>[number]

/** A UID that belongs to a path, so that a test can name the object without asking for it. */
export function uidFor(path: string): string {
  return createHash('md5').update(path).digest('hex')
}

/** An object at a path; what a test does not say of it is plain and empty. */
export function buildNode(path: string, given: Partial<ContentNode> = {}): ContentNode {
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
    ...given,
  }
}

/** A catalog entry that everybody may find, by nothing but what is given. */
export function buildEntry(given: Partial<CatalogEntry> = {}): CatalogEntry {
  return { holders: ['Anonymous'], indexes: {}, titleWords: [], descriptionWords: [], words: [], columns: {}, ...given }
}

/** The making of an object at a path, with its entry and no record. */
export function buildCreation(
  path: string,
  given: { node?: Partial<ContentNode>; entry?: Partial<CatalogEntry>; records?: readonly WorkflowRecord[] } = {},
): Creation {
  return { node: buildNode(path, given.node), entry: buildEntry(given.entry), records: given.records ?? [] }
}

/** The making of several plain objects. */
export function buildCreations(...paths: readonly string[]): Creation[] {
  return paths.map(path => buildCreation(path))
}

export function buildRecord(given: Partial<WorkflowRecord> = {}): WorkflowRecord {
  return {
    workflow: 'simple_publication_workflow',
    action: null,
    actor: 'anna',
    comments: '',
    state: 'private',
    time: 1000,
    ...given,
  }
}

export function buildUser(id: string, given: Partial<User> = {}): User {
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
    ...given,
  }
}

/** A type of leaves that is addable anywhere; what a test does not say of it is as plain as can be. */
export function buildType(id: string, given: Partial<ContentType> = {}): ContentType {
  return {
    id,
    title: id,
    behaviors: ['plone.basic'],
    contains: null,
    addableAnywhere: true,
    addPermission: 'Add portal content',
    layout: 'view',
    lockable: false,
    ...given,
  }
}
