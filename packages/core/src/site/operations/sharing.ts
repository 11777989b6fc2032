import type { SharingEntry as ListedEntry, SharingPayload } from '../../answers/sharing.js'
import { withObject } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import { fold } from '../../content/query/words.js'
import { DomainError } from '../../foundation/domainError.js'
import { type JsonObject, sameJson } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { allGroups } from '../../people/groups.js'
import {
  findPrincipal,
  groupAsPrincipal,
  nameOfPrincipal,
  type Principal,
  principalNamed,
  userAsPrincipal,
} from '../../people/principal.js'
import { authenticatedUsers, userIdOf, userPrincipal } from '../../security/caller.js'
import { readSharing, type SharingEntry } from '../../security/readSharing.js'
import {
  inheritRoles,
  roleSettings,
  type SharingRole,
  type SharingWish,
  shareWith,
  sharingPrincipals,
  sharingRoles,
} from '../../security/sharing.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { may, mayAt, type Visit } from '../run/visit.js'
import { updateOf } from '../write/changes.js'
import { entriesBelow } from '../write/reindex.js'

/** Maximum number of users that a search adds. */
const maxFound = 100

export interface SharingQuery {
  /** Search text for additional users and groups without a role here; empty for none. */
  readonly search: string
}

/** `GET {path}/@sharing` (docs/content-and-access.md, Local roles). */
export const getSharing: Operation<SharingQuery, SharingPayload> = {
  permission: permission.view,
  async run(visit, { search }) {
    const roles = delegableRoles(visit)
    const listed = await listedPrincipals(visit, roles)
    const found = search === '' ? [] : await foundPrincipals(visit, search)
    const names = new Set(listed.map(nameOfPrincipal))
    const added = found.filter(principal => !names.has(nameOfPrincipal(principal)))
    const entries = [
      ...listed.map(principal => ({
        principal,
        entry: { ...presentEntry(visit, principal, roles), disabled: isSelf(visit, principal) },
      })),
      ...added.map(principal => ({ principal, entry: presentEntry(visit, principal, roles) })),
    ]
    return {
      answer: {
        inherit: !visit.node.blockLocalRoles,
        available_roles: roles.map(({ id, title }) => ({ id, title: visit.translate(title) })),
        entries: entries.toSorted((a, b) => compareRanks(a.principal, b.principal)).map(({ entry }) => entry),
      },
    }
  },
}

/** The roles that the caller may give here. Throws a DomainError `denied` if the caller may not use this service. */
function delegableRoles(visit: Visit): readonly SharingRole[] {
  if (!may(visit, permission.delegateRoles)) throw new DomainError('denied', message('sharing.denied'))
  return sharingRoles.filter(role => may(visit, role.permission))
}

const idsOf = (roles: readonly SharingRole[]): readonly string[] => roles.map(({ id }) => id)

/**
 * The principals to list. Deleted users are listed by id, so that their roles can be removed. Users are looked up
 * sequentially, because concurrent reads would each take a connection.
 */
async function listedPrincipals(visit: Visit, roles: readonly SharingRole[]): Promise<readonly Principal[]> {
  const source = await principalsIn(visit)
  const principals: Principal[] = []
  for (const name of sharingPrincipals(visit.lineage, idsOf(roles)).map(principalNamed)) {
    const known = await findPrincipal(source, name)
    principals.push(known ?? { ...name, title: name.id, roles: [] })
  }
  return principals
}

/** Users are looked up individually, groups are loaded together. */
async function principalsIn({ environment: { users } }: Visit): Promise<Parameters<typeof findPrincipal>[0]> {
  return { users, groups: await allGroups(users) }
}

async function foundPrincipals({ environment }: Visit, search: string): Promise<readonly Principal[]> {
  const all = await allGroups(environment.users)
  const users = await environment.users.users({ search, limit: maxFound })
  const isFound = (text: string): boolean => fold(text).includes(fold(search))
  const groups = all.filter(({ id, title }) => isFound(id) || isFound(title))
  return [...users.map(user => userAsPrincipal(user, all)), ...groups.map(groupAsPrincipal)]
}

function presentEntry(visit: Visit, principal: Principal, roles: readonly SharingRole[]): ListedEntry {
  const { type, id, title, roles: globalRoles } = principal
  return {
    id,
    type,
    title: isEverybody(principal) ? visit.translate('Logged-in users') : title,
    ...(type === 'user' ? { login: id } : {}),
    roles: roleSettings(nameOfPrincipal(principal), visit.lineage, { roles: idsOf(roles), globalRoles }),
  }
}

const isSelf = ({ caller }: Visit, { type, id }: Principal): boolean => type === 'user' && id === userIdOf(caller)
const isEverybody = ({ type, id }: Principal): boolean => type === 'group' && id === authenticatedUsers

/** Logged-in users first, then groups, then users; each by title. */
function compareRanks(a: Principal, b: Principal): number {
  const rank = (principal: Principal): number => (isEverybody(principal) ? 0 : principal.type === 'group' ? 1 : 2)
  return rank(a) - rank(b) || compare(fold(a.title), fold(b.title)) || compare(a.id, b.id)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** `POST {path}/@sharing` (docs/content-and-access.md, Local roles). */
export const editSharing: Operation<JsonObject, null> = {
  permission: permission.view,
  guard: visit => void delegableRoles(visit),
  async run(visit, body) {
    const delegable = idsOf(delegableRoles(visit))
    const read = readSharing(body)
    if (!read.ok) throw new DomainError('bad-request', read.reason)
    const shared = shareWith(visit.node, await wishesOf(visit, read.entries), delegable)
    refuseLockOut(visit, shared)
    const self = userPrincipal(userIdOf(visit.caller))
    const node = read.inherit === null ? shared : inheritRoles(shared, read.inherit, self)
    return isSameAccess(node, visit.node)
      ? { answer: null }
      : { answer: null, change: await changeOfSharing(visit, node) }
  },
}

/** Unknown ids are ignored; otherwise a later user with such an id would get the roles. */
async function wishesOf(visit: Visit, entries: readonly SharingEntry[]): Promise<readonly SharingWish[]> {
  const source = await principalsIn(visit)
  const wishes: SharingWish[] = []
  for (const { id, type, roles } of entries) {
    const known = await findPrincipal(source, { id, type })
    const principal = nameOfPrincipal(known ?? { id, type: type ?? 'user' })
    if (known || Object.hasOwn(visit.node.localRoles, principal)) wishes.push({ principal, roles })
  }
  return wishes
}

/** Throws if the caller would lose access to this service. */
function refuseLockOut(visit: Visit, shared: ContentNode): void {
  const lineage = withObject(visit.lineage, shared)
  const stays = [permission.view, permission.delegateRoles].every(name => mayAt(visit, name, lineage))
  if (!stays) throw new DomainError('bad-request', message('sharing.lock-out'))
}

function isSameAccess(a: ContentNode, b: ContentNode): boolean {
  return a.blockLocalRoles === b.blockLocalRoles && sameJson(a.localRoles, b.localRoles)
}

/**
 * The change of local roles, with new catalog entries for all descendants, because their readers change too. Sharing
 * counts as a modification (docs/content-and-access.md, Versions, rule 4).
 */
async function changeOfSharing(visit: Visit, node: ContentNode) {
  const lineage = withObject(visit.lineage, { ...node, modified: visit.now })
  return {
    updates: [updateOf(visit.environment, lineage)],
    ...(await entriesBelow(visit, node.path, lineage)),
  }
}
