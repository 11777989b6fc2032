import { fold } from '../content/query/words.js'
import { type EndedLogins, noEndedLogins } from '../people/endedLogins.js'
import type { User, UserDirectory, UserFilter } from '../people/userDirectory.js'
import { compareText } from './valueOrder.js'

/** Keeps users in memory, for tests and for embedding without a database. They are lost when the process ends. */
export function memoryUserDirectory(): UserDirectory {
  const users = new Map<string, User>()
  const ended = new Map<string, EndedLogins>()
  return {
    user: async id => users.get(id) ?? null,
    users: async filter => {
      const found = [...users.values()].filter(user => isWanted(user, filter))
      return found.sort((a, b) => compareText(a.id, b.id)).slice(0, filter.limit)
    },
    add: async user => {
      const isNew = !users.has(user.id)
      if (isNew) users.set(user.id, user)
      return isNew
    },
    replace: async user => {
      const isKnown = users.has(user.id)
      if (isKnown) users.set(user.id, user)
      return isKnown
    },
    account: async id => {
      const user = users.get(id)
      return user ? { user, endedLogins: ended.get(id) ?? noEndedLogins } : null
    },
    changeEndedLogins: async (id, change) => {
      if (users.has(id)) ended.set(id, change(ended.get(id) ?? noEndedLogins))
    },
  }
}

function isWanted(user: User, { search, id, groups }: UserFilter): boolean {
  return (
    (search === undefined || [user.id, user.fullname ?? '', user.email].some(text => contains(text, search))) &&
    (id === undefined || contains(user.id, id)) &&
    (groups === undefined || groups.some(group => user.groups.includes(group)))
  )
}

function contains(text: string, part: string): boolean {
  return fold(text).includes(fold(part))
}
