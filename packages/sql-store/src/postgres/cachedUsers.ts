import { createLruCache, type LruCache, type User, type UserDirectory } from '@plenum/core/ports'

/** The maximum size of the user cache, in entries and bytes. */
const limits = { entries: 10_000, bytes: 4 * 1024 * 1024 }

/** The estimated size of a user in bytes, not including the characters of the user's strings. */
const extraBytes = 1000

/**
 * Caches each user for as long as the state of users and groups stays the same. This saves queries to a remote
 * database: most requests need that state anyway, and all requests of one event-loop iteration share the query for it.
 */
export function cachedUsers(directory: UserDirectory): UserDirectory {
  let last = { state: '', users: emptyCache() }
  const usersAt = (state: string) => {
    // Readers of an older state continue to write into the cache of that state. Newer readers never use this cache.
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
