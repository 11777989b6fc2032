import type { SharingEntry as ListedEntry, SharingPayload } from '../../answers/sharing.js'
import { type ContentNode, withObject } from '../../content/node/node.js'
import { fold } from '../../content/query/words.js'
import { type JsonObject, sameJson } from '../../foundation/json.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
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
import { permission } from '../../security/permissions.js'
import {
  inheritRoles,
  readSharing,
  roleSettings,
  type SharingChange,
  type SharingEntry,
  type SharingRole,
  shareWith,
  sharingPrincipals,
  sharingRoles,
} from '../../security/sharing.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, hasPermissionAt, type RequestContext } from '../run/requestContext.js'
import { changedValues } from '../write/changedValues.js'
import { updateEvent } from '../write/changeEvents.js'
import { entriesBelow, updateOf } from '../write/changes.js'

/** The maximum number of additional users that a search returns. */
const maxMatches = 100

export interface SharingQuery {
  /** The search string for additional users and groups. If it is empty, no users or groups are added. */
  readonly search: string
}

/** `GET {path}/@sharing` returns the local roles on an object (docs/content-and-access.md, Local roles). */
export const getSharing: Operation<SharingQuery, SharingPayload> = {
  permission: permission.view,
  async run(context, { search }) {
    const roles = delegableRoles(context)
    const listed = await listedPrincipals(context, roles)
    const matches = search === '' ? [] : await principalsMatching(context, search)
    const names = new Set(listed.map(nameOfPrincipal))
    const added = matches.filter(principal => !names.has(nameOfPrincipal(principal)))
    const entries = [
      ...listed.map(principal => ({
        principal,
        entry: { ...presentEntry(context, principal, roles), disabled: isSelf(context, principal) },
      })),
      ...added.map(principal => ({ principal, entry: presentEntry(context, principal, roles) })),
    ]
    return {
      answer: {
        inherit: !context.node.blockLocalRoles,
        available_roles: roles.map(({ id, title }) => ({ id, title: context.translate(title) })),
        entries: entries.toSorted((a, b) => compareRanks(a.principal, b.principal)).map(({ entry }) => entry),
      },
    }
  },
}

/**
 * Returns the roles that the caller may grant. Throws a DomainError `denied` if the caller may not change local roles.
 */
function delegableRoles(context: RequestContext): readonly SharingRole[] {
  if (!hasPermission(context, permission.delegateRoles)) throw new DomainError('denied', message('sharing.denied'))
  return sharingRoles.filter(role => hasPermission(context, role.permission))
}

const idsOf = (roles: readonly SharingRole[]): readonly string[] => roles.map(({ id }) => id)

/**
 * Returns the users and groups to list. Deleted users are included, so that their roles can be removed. Users are
 * looked up sequentially, because each concurrent read would occupy a connection.
 */
async function listedPrincipals(context: RequestContext, roles: readonly SharingRole[]): Promise<readonly Principal[]> {
  const source = await principalsIn(context)
  const principals: Principal[] = []
  for (const name of sharingPrincipals(context.lineage, idsOf(roles)).map(principalNamed)) {
    const existing = await findPrincipal(source, name)
    principals.push(existing ?? { ...name, title: name.id, roles: [] })
  }
  return principals
}

async function principalsIn({ environment: { users } }: RequestContext): Promise<Parameters<typeof findPrincipal>[0]> {
  return { users, groups: await allGroups(users) }
}

async function principalsMatching({ environment }: RequestContext, search: string): Promise<readonly Principal[]> {
  const siteGroups = await allGroups(environment.users)
  const users = await environment.users.users({ search, limit: maxMatches })
  const isMatch = (text: string): boolean => fold(text).includes(fold(search))
  const groups = siteGroups.filter(({ id, title }) => isMatch(id) || isMatch(title))
  return [...users.map(user => userAsPrincipal(user, siteGroups)), ...groups.map(groupAsPrincipal)]
}

function presentEntry(context: RequestContext, principal: Principal, roles: readonly SharingRole[]): ListedEntry {
  const { type, id, title, roles: globalRoles } = principal
  return {
    id,
    type,
    title: isEverybody(principal) ? context.translate('Logged-in users') : title,
    login: type === 'user' ? id : null,
    roles: roleSettings(nameOfPrincipal(principal), context.lineage, { roles: idsOf(roles), globalRoles }),
  }
}

const isSelf = ({ caller }: RequestContext, { type, id }: Principal): boolean =>
  type === 'user' && id === userIdOf(caller)
const isEverybody = ({ type, id }: Principal): boolean => type === 'group' && id === authenticatedUsers

/**
 * Compares principals by rank and then by title. The group of all logged-in users comes first, then the other groups,
 * and then the users.
 */
function compareRanks(a: Principal, b: Principal): number {
  const rank = (principal: Principal): number => (isEverybody(principal) ? 0 : principal.type === 'group' ? 1 : 2)
  return rank(a) - rank(b) || compare(fold(a.title), fold(b.title)) || compare(a.id, b.id)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** `POST {path}/@sharing` changes the local roles on an object (docs/content-and-access.md, Local roles). */
export const editSharing: Operation<JsonObject, null> = {
  permission: permission.view,
  guard: context => void delegableRoles(context),
  async run(context, body) {
    const delegable = idsOf(delegableRoles(context))
    const sharing = readSharing(body)
    if (!sharing.ok) throw new DomainError('bad-request', sharing.reason)
    const shared = shareWith(context.node, await requestedChangesOf(context, sharing.entries), delegable)
    refuseLockOut(context, shared)
    const self = userPrincipal(userIdOf(context.caller))
    const node = sharing.inherit === null ? shared : inheritRoles(shared, sharing.inherit, self)
    return isSameAccess(node, context.node)
      ? { answer: null }
      : { answer: null, change: await changeOfSharing(context, node) }
  },
}

/**
 * Returns the requested changes to local roles. Unknown ids are ignored, because a future user with such an id would
 * otherwise get the roles.
 */
async function requestedChangesOf(
  context: RequestContext,
  entries: readonly SharingEntry[],
): Promise<readonly SharingChange[]> {
  const source = await principalsIn(context)
  const requestedChanges: SharingChange[] = []
  for (const { id, type, roles } of entries) {
    const existing = await findPrincipal(source, { id, type })
    const principal = nameOfPrincipal(existing ?? { id, type: type ?? 'user' })
    if (existing || Object.hasOwn(context.node.localRoles, principal)) requestedChanges.push({ principal, roles })
  }
  return requestedChanges
}

/** Throws if the change would revoke the caller's permission to view the object or to change its local roles. */
function refuseLockOut(context: RequestContext, shared: ContentNode): void {
  const lineage = withObject(context.lineage, shared)
  const retainsAccess = [permission.view, permission.delegateRoles].every(name =>
    hasPermissionAt(context, name, lineage),
  )
  if (!retainsAccess) throw badRequest('sharing.lock-out')
}

const isSameAccess = (a: ContentNode, b: ContentNode): boolean =>
  a.blockLocalRoles === b.blockLocalRoles && sameJson(a.localRoles, b.localRoles)

/**
 * Returns the change for an object with new local roles. All descendants get new catalog entries, because their
 * visibility may change. A change to local roles also sets the modification time (docs/content-and-access.md, Versions,
 * rule 4).
 */
async function changeOfSharing(context: RequestContext, node: ContentNode) {
  const lineage = withObject(context.lineage, { ...node, modified: context.now })
  return {
    updates: [updateOf(context.environment, lineage)],
    events: [updateEvent(context, 'sharing', { node, details: sharingDetails(context.node, node) })],
    ...(await entriesBelow(context, node.path, lineage)),
  }
}

function sharingDetails(before: ContentNode, after: ContentNode): JsonObject {
  const inheritance = changedValues({ inherit: !before.blockLocalRoles }, { inherit: !after.blockLocalRoles })
  return { local_roles: changedValues(before.localRoles, after.localRoles), ...inheritance }
}
