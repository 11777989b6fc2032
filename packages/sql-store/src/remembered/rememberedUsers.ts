import { createLruCache, type LruCache, type User, type UserDirectory } from '@plenum/core/ports'

/** Users that one process remembers, and what they take, in bytes. */
const limits = { entries: 10_000, bytes: 4 * 1024 * 1024 }

/** Bytes that a user takes beside the characters of the texts; about. */
const bytesBeside = 1000

/**
 * A directory that asks for a user once in each state of users and groups. For a database far away: most requests need
 * the state anyway, which is asked for once for all requests of a turn.
 */
export function rememberedUsers(directory: UserDirectory): UserDirectory {
  let last = { state: '', users: emptyCache() }
  const usersAt = (state: string) => {
    // Who still reads in an older state writes into what is kept of that one, which nobody gets any more.
    if (state !== last.state) last = { state, users: emptyCache() }
    return last.users
  }
  return {
    ...directory,
    user: async id => {
      const users = usersAt(await directory.state())
      const known = users.get(id)
      if (known) return known.value
      const user = await directory.user(id)
      users.set(id, { value: user, owner: '', bytes: sizeOf(id, user), lifetime: Number.POSITIVE_INFINITY })
      return user
    },
  }
}

const emptyCache = (): LruCache<User | null> => createLruCache(limits, () => 0)

const sizeOf = (id: string, user: User | null): number =>
  bytesBeside + 2 * (id.length + (user ? JSON.stringify(user).length : 0))
