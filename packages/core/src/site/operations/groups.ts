import type { GroupPayload, GroupSummary, PrincipalsPayload } from '../../answers/people.js'
import { fold } from '../../content/query/words.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest, message } from '../../foundation/messages.js'
import { allGroups, groupsDirectlyIn, isStockGroup } from '../../people/groups.js'
import { presentGroup, presentGroupSummary, presentUser } from '../../people/presentUser.js'
import type { Group } from '../../people/userDirectory.js'
import { permission } from '../../security/permissions.js'
import { addedGroup, editedGroup, removedGroup } from '../people/groupChanges.js'
import { changePeople, missing } from '../people/peopleAccess.js'
import type { Operation } from '../run/operation.js'
import { administration, isSiteRoot, type RequestContext } from '../run/requestContext.js'

/** The maximum number of members that are listed for each group. */
const maxMembers = 10_000
/** The maximum number of users in the payload of `@principals`. */
const maxMatches = 100

const groupOperation = { permission: permission.manageUsers, exists: isSiteRoot }

export interface GroupsInput {
  /**
   * A string that the id or the title of each listed group must contain. If it is specified, the groups are listed
   * without their members.
   */
  readonly query?: string | undefined
}

/** `GET /@groups` returns all groups, or the groups that match a query (docs/content-and-access.md, Groups, rule 5). */
export const listGroups: Operation<GroupsInput, readonly (GroupSummary | GroupPayload)[]> = {
  ...groupOperation,
  async run(context, { query }) {
    const { base, environment } = context
    const groups = await allGroups(environment.users)
    if (query !== undefined)
      return { answer: groupsMatching(groups, query).map(group => presentGroupSummary(group, base)) }
    const members = await membersOf(context, groups)
    return { answer: groups.map(group => presentGroup(group, { base, members: members.get(group.id) ?? [] })) }
  },
}

const groupsMatching = (groups: readonly Group[], text: string): readonly Group[] =>
  groups.filter(({ id, title }) => [id, title].some(name => fold(name).includes(fold(text))))

/**
 * Returns the members of each group: first the groups in the group, then its users. All users are read once instead of
 * once per group.
 */
async function membersOf(
  { environment: { users }, task }: RequestContext,
  groups: readonly Group[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const members = new Map<string, string[]>(groups.map(({ id }) => [id, []]))
  for (const group of groups) for (const id of group.groups ?? []) members.get(id)?.push(group.id)
  for (const user of await users.users({ limit: maxMembers })) {
    if (task.isOver()) await task.next()
    for (const id of user.groups) members.get(id)?.push(user.id)
  }
  return members
}

/** `GET /@groups/{id}` returns a group. */
export const getGroup: Operation<{ readonly id: string }, GroupPayload> = {
  ...groupOperation,
  run: async (context, { id }) => ({ answer: await groupPayload(context, id) }),
}

async function groupPayload(context: RequestContext, id: string): Promise<GroupPayload> {
  const { base, environment } = context
  const { users } = environment
  const groups = await allGroups(users)
  const group = groups.find(candidate => candidate.id === id)
  if (!group) throw missing(context, message('group.missing', { id: id.slice(0, 100) }))
  const members = await users.users({ groups: [id], limit: maxMembers })
  return presentGroup(group, {
    base,
    members: [...groupsDirectlyIn(id, groups), ...members].map(principal => principal.id),
  })
}

/**
 * `POST /@groups` adds a group (docs/content-and-access.md, Groups, rule 2). Throws a DomainError `bad-request` if the
 * body is invalid, and `forbidden` if the rules for Managers do not allow the change.
 */
export const addGroup: Operation<JsonObject, GroupPayload> = {
  ...groupOperation,
  async run(context, body) {
    const { id, memberIds, decide } = addedGroup(context, body)
    return {
      later: async () => {
        await changePeople(context, memberIds, decide)
        return groupPayload(context, id)
      },
    }
  },
}

/**
 * `PATCH /@groups/{id}` changes a group (docs/content-and-access.md, Groups, rule 3). Throws a DomainError `not-found`
 * if the group does not exist, `bad-request` if the body is invalid, and `forbidden` if the rules for Managers do not
 * allow the change.
 */
export const editGroup: Operation<{ readonly id: string; readonly body: JsonObject }, null> = {
  ...groupOperation,
  async run(context, { id, body }) {
    const { memberIds, decide } = editedGroup(context, id, body)
    return { later: () => changePeople(context, memberIds, decide) }
  },
}

/**
 * `DELETE /@groups/{id}` removes a group (docs/content-and-access.md, Groups, rule 4). Throws a DomainError `not-found`
 * if the group does not exist, `bad-request` for a stock group, and `forbidden` if the rules for Managers do not allow
 * the removal.
 */
export const removeGroup: Operation<{ readonly id: string }, null> = {
  ...groupOperation,
  async run(context, { id }) {
    if (isStockGroup(id)) throw badRequest('group.stock', { id })
    return { later: () => changePeople(context, [], people => removedGroup(context, id, people)) }
  },
}

/**
 * `GET /@principals` returns the users and groups that match a search string. Throws a DomainError `bad-request` if the
 * search string is missing.
 */
export const findPrincipals: Operation<{ readonly search?: string | undefined }, PrincipalsPayload> = {
  ...administration,
  async run({ base, environment }, { search }) {
    if (search === undefined) throw badRequest('principals.search')
    const groups = await allGroups(environment.users)
    const users = await environment.users.users({ search, limit: maxMatches })
    return {
      answer: {
        users: users.map(user => presentUser(user, { base, groups })),
        groups: groupsMatching(groups, search).map(group => presentGroupSummary(group, base)),
      },
    }
  },
}
