import { createTestSite, eventually } from '@plenum/testkit'
import { createSite } from '../createSite.js'

const day = 24 * 60 * 60 * 1000
const here = { name: 'mia', address: '192.0.2.1' }

async function siteOfPlaces() {
  const test = await createTestSite()
  const writes: string[] = []
  const users: typeof test.platform.users = {
    ...test.platform.users,
    storeLoginOrigin: (user, use) => {
      writes.push(`${user} ${use.origin}`)
      return test.platform.users.storeLoginOrigin(user, use)
    },
  }
  const open = () => createSite({ ...test.platform, users }).loginPlaces
  return { ...test, writes, open }
}

describe('known places of logins (docs/http-answers.md, Failed logins, rule 7)', () => {
  it('are shared by all processes for 90 days, by name and address only', async () => {
    const { open, clock } = await siteOfPlaces()
    const [places, other] = [open(), open()]
    expect(await other.isKnown(here)).toBe(false)
    places.add('mia', here)
    await eventually('the place', () => other.isKnown(here))
    for (const place of [
      { ...here, name: 'max' },
      { ...here, address: '192.0.2.2' },
    ])
      expect(await other.isKnown(place)).toBe(false)
    clock.now += 90 * day - 1
    expect(await other.isKnown(here)).toBe(true)
    clock.now += 1
    expect(await other.isKnown(here)).toBe(false)
  })

  it('are written once a day, without the name and the address', async () => {
    const { open, clock, writes } = await siteOfPlaces()
    const [places, other] = [open(), open()]
    for (let i = 0; i < 20; i++) places.add('mia', here)
    await eventually('the place', () => other.isKnown(here))
    other.add('mia', here)
    clock.now += day - 1
    for (const one of [places, other, open()]) one.add('mia', here)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(writes).toHaveLength(1)
    expect(writes[0]).toMatch(/^mia [\w-]{43}$/)
    clock.now += 1
    places.add('mia', here)
    await eventually('the second time', () => writes.length === 2)
  })

  it('do not delay logins if they cannot be written', async () => {
    const { platform } = await createTestSite()
    const fails = () => Promise.reject(new Error('no room'))
    const places = createSite({ ...platform, users: { ...platform.users, storeLoginOrigin: fails } }).loginPlaces
    places.add('mia', here)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(await places.isKnown(here)).toBe(false)
  })
})
