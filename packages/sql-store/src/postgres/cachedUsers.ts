import { createLruCache, type LruCache, type User, type UserDirectory } from '@plenum/core/ports'

const limits = { entries: 10_000, bytes: 4 * 1024 * 1024 }

/** The estimated size of a user in bytes, excluding its strings. */
const extraBytes = 1000

/**
 * Caches users until the state of users and groups changes, to save queries to a remote database. Checking the state
 * costs little, because most requests need the state anyway and requests in the same event loop iteration share one
 * query.
 */
export function cachedUsers(directory: UserDirectory): UserDirectory {
  let last = { state: '', users: emptyCache() }
  const usersAt = (state: string) => {
    // A reader of an older state retains the cache of that state, which newer readers never use.
    if (state !== last.state) last = { state, users: emptyCache() }
    return last.users
  }
  return {
    ...directory,
    user: async id => {
      const users = usersAt(await directory.state())
      const cached = users.get(id)
      if (cached) return cached.value
      const user = await directory.user(id)
      users.set(id, { value: user, owner: '', bytes: sizeOf(id, user), lifetime: Number.POSITIVE_INFINITY })
      return user
    },
  }
}

const emptyCache = (): LruCache<User | null> => createLruCache(limits, () => 0)

const sizeOf = (id: string, user: User | null): number =>
  extraBytes + 2 * (id.length + (user ? JSON.stringify(user).length : 0))
