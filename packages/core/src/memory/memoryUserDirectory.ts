import type { NewEvent } from '../changeFeed/events.js'
import { fold } from '../content/query/words.js'
import type { Instant } from '../foundation/instants.js'
import {
  type EndedLogins,
  type Group,
  type Holders,
  hasEnded,
  type LoginOriginUse,
  noEndedLogins,
  type PeopleChange,
  type Portrait,
  type User,
  type UserDirectory,
  type UserFilter,
  withEndedLogin,
} from '../people/userDirectory.js'
import { compareText } from './valueOrder.js'

export interface People {
  readonly users: Map<string, User>
  readonly ended: Map<string, EndedLogins>
  readonly portraits: Map<string, Portrait>
  readonly groups: Map<string, Group>
  readonly formerIds: Set<string>
}

/** Creates an in-memory user directory, for tests and for embedding without a database. */
export const memoryUserDirectory = (): UserDirectory => createMemoryPeople().directory

/** The user directory, and access to its data for `memoryWhole`. */
export interface MemoryPeople {
  readonly directory: UserDirectory
  /** Returns a copy of the directory data. Later changes do not affect this copy. */
  people(): People
  hold(people: People): void
}

export const noPeople = (): People => ({
  users: new Map(),
  ended: new Map(),
  portraits: new Map(),
  groups: new Map(),
  formerIds: new Set(),
})

/** Creates an in-memory user directory. `onEvents` receives the events of each change. */
export function createMemoryPeople(onEvents: (events: readonly NewEvent[]) => void = () => {}): MemoryPeople {
  let people = noPeople()
  const origins: MemoryOrigins = new Map()
  let changes = 0
  const countChange = (isChanged: boolean): boolean => {
    if (isChanged) changes += 1
    return isChanged
  }
  const directory: UserDirectory = {
    state: async () => String(changes),
    user: async id => people.users.get(id) ?? null,
    users: async filter => {
      const matches = [...people.users.values()].filter(user => matchesFilter(user, filter))
      return matches.sort((a, b) => compareText(a.id, b.id)).slice(0, filter.limit)
    },
    add: async (user, event) => {
      const isNew = !people.users.has(user.id)
      if (isNew) people.users.set(user.id, user)
      if (isNew && event) onEvents([event])
      return countChange(isNew)
    },
    replace: async user => {
      const exists = people.users.has(user.id)
      if (exists) people.users.set(user.id, user)
      return countChange(exists)
    },
    account: async (id, login) => {
      const user = people.users.get(id)
      return user ? { user, hasEnded: hasEnded(people.ended.get(id) ?? noEndedLogins, login) } : null
    },
    endLogin: async (id, end) => {
      if (!countChange(people.users.has(id))) return
      people.ended.set(id, withEndedLogin(people.ended.get(id) ?? noEndedLogins, end))
    },
    lastLoginFrom: async origin => origins.get(origin)?.time ?? null,
    storeLoginOrigin: async (user, use) => {
      if (people.users.has(user)) storeOrigin(origins, user, use)
    },
    portrait: async id => people.portraits.get(id) ?? null,
    hadUser: async id => people.formerIds.has(id),
    groups: async ids => sortedGroups(people).filter(({ id }) => ids?.includes(id) ?? true),
    change: async (ids, decide) => {
      const existing = ids.flatMap(id => people.users.get(id) ?? [])
      const change = decide({ users: new Map(existing.map(user => [user.id, user])), groups: sortedGroups(people) })
      const next = changedPeople(people, change)
      if (change.remaining && ![...next.users.values()].some(user => isHolder(user, change.remaining))) return false
      for (const id of change.removedUsers ?? []) removeOrigins(origins, id)
      people = next
      onEvents(change.events ?? [])
      return countChange(true)
    },
  }
  const hold = (next: People): void => {
    people = next
    origins.clear()
    changes += 1
  }
  return { directory, people: () => changedPeople(people, {}), hold }
}

const sortedGroups = ({ groups }: People): readonly Group[] =>
  [...groups.values()].sort((a, b) => compareText(a.id, b.id))

function changedPeople(people: People, change: PeopleChange): People {
  const next: People = {
    users: new Map(people.users),
    ended: new Map(people.ended),
    portraits: new Map(people.portraits),
    groups: new Map(people.groups),
    formerIds: new Set(people.formerIds),
  }
  for (const user of change.added ?? []) if (!next.users.has(user.id)) next.users.set(user.id, user)
  for (const user of change.users ?? []) if (next.users.has(user.id)) next.users.set(user.id, user)
  for (const [id, portrait] of change.portraits ?? [])
    if (portrait && next.users.has(id)) next.portraits.set(id, portrait)
    else next.portraits.delete(id)
  for (const id of change.removedUsers ?? []) removeUser(next, id)
  for (const group of change.groups ?? []) next.groups.set(group.id, group)
  for (const id of change.removedGroups ?? []) removeGroup(next, id)
  return next
}

function removeUser({ users, ended, portraits, formerIds }: People, id: string): void {
  if (!users.delete(id)) return
  ended.delete(id)
  portraits.delete(id)
  formerIds.add(id)
}

function removeGroup({ users, groups }: People, id: string): void {
  groups.delete(id)
  for (const user of users.values())
    if (user.groups.includes(id)) users.set(user.id, { ...user, groups: user.groups.filter(group => group !== id) })
}

const matchesFilter = (user: User, { search, id, email, groups, holders, after }: UserFilter): boolean =>
  (search === undefined || [user.id, user.fullname ?? '', user.email].some(text => contains(text, search))) &&
  (id === undefined || contains(user.id, id)) &&
  (email === undefined || fold(user.email) === fold(email)) &&
  (groups === undefined || groups.some(group => user.groups.includes(group))) &&
  (holders === undefined || isHolder(user, holders)) &&
  (after === undefined || compareText(user.id, after) > 0)

const isHolder = (user: User, { roles, groups }: Holders = { roles: [], groups: [] }): boolean =>
  roles.some(role => user.roles.includes(role)) || groups.some(group => user.groups.includes(group))

const contains = (text: string, part: string): boolean => fold(text).includes(fold(part))

/**
 * The users who have logged in, and the times of their last logins, by the digest of the login's origin. Backups do not
 * contain this data.
 */
type MemoryOrigins = Map<string, { readonly user: string; readonly time: Instant }>

function storeOrigin(origins: MemoryOrigins, user: string, { origin, time, since, limit }: LoginOriginUse): void {
  origins.set(origin, { user, time })
  const ofUser = [...origins].filter(([, entry]) => entry.user === user).sort(([, a], [, b]) => b.time - a.time)
  for (const [i, [name, entry]] of ofUser.entries()) if (i >= limit || entry.time < since) origins.delete(name)
}

function removeOrigins(origins: MemoryOrigins, user: string): void {
  for (const [name, entry] of origins) if (entry.user === user) origins.delete(name)
}
