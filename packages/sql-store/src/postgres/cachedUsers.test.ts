import { memoryUserDirectory } from '@plenum/core'
import type { User, UserDirectory } from '@plenum/core/ports'
import { buildUser } from '@plenum/testkit'
import { cachedUsers } from './cachedUsers.js'

function twoProcesses() {
  const shared = memoryUserDirectory()
  const reads: string[] = []
  const counted: UserDirectory = {
    ...shared,
    user: async id => {
      reads.push(id)
      return shared.user(id)
    },
  }
  return { own: cachedUsers(counted), other: cachedUsers(shared), reads }
}

const anna = buildUser('anna', { fullname: 'Anna' })
const renamed = { ...anna, fullname: 'Anna B.' }
const names = (users: readonly (User | null)[]) => users.map(user => user?.fullname ?? null)

describe('cached users', () => {
  it('are not read again until users or groups change', async () => {
    const { own, other, reads } = twoProcesses()
    await own.add(anna)
    expect([await own.user('anna'), await own.user('anna'), await own.user('none')]).toEqual([anna, anna, null])
    expect(await own.user('none')).toBeNull()
    expect(reads).toEqual(['anna', 'none'])
    await other.replace(renamed)
    expect(await own.user('anna')).toEqual(renamed)
    await other.add(buildUser('none', { fullname: 'Nobody' }))
    expect(names([await own.user('anna'), await own.user('none')])).toEqual(['Anna B.', 'Nobody'])
    await other.change(['anna'], () => ({ removedUsers: ['anna'] }))
    expect(await own.user('anna')).toBeNull()
  })

  it('from before a concurrent change are returned only to callers from before its end', async () => {
    const shared = memoryUserDirectory()
    await shared.add(anna)
    let change: Promise<unknown> | undefined
    const slow: UserDirectory = {
      ...shared,
      user: async id => {
        const before = await shared.user(id)
        change ??= shared.replace(renamed)
        await change
        return before
      },
    }
    const own = cachedUsers(slow)
    expect(await own.user('anna')).toEqual(anna)
    expect(await own.user('anna')).toEqual(renamed)
  })
})
