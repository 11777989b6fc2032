import { addPublished, createTestSite, type TestSite } from '@plenum/testkit'
import { generatedPersonId } from '../../event/personId.js'
import type { Programme } from '../../event/programme.js'
import type { JsonObject } from '../../foundation/json.js'
import { memoryStore } from '../../memory/memoryStore.js'
import { asOwner } from '../asOwner.js'
import { defaultInput } from '../operations/getContent.js'

const at = Date.parse('2027-05-01T08:00:00Z')
const session = (n: number, persons: readonly string[]) => ({
  ...{
    uid: `f${String(n).padStart(31, '0')}`,
    shortName: `talk-${n}`,
    type: 'Talk',
    title: `Talk ${n}`,
    description: '',
  },
  ...{ text: null, start: at, end: at + 3_600_000, room: null, track: null, language: null, persons },
})
const programme = (keys: readonly string[], title = 'Conf'): Programme => ({
  ...{ title, timezone: 'UTC', start: at, end: at + 86_400_000, rooms: [], tracks: [], unknownTypes: [] },
  persons: keys.map(key => ({ key, uid: null, name: `Person ${key}`, biography: null })),
  sessions: [session(1, keys) as Programme['sessions'][number]],
})

const importInto = (site: TestSite, keys: readonly string[]) =>
  asOwner(site.site, 'importProgramme', { programme: programme(keys), author: 'max', retractMissing: false })

async function addAda(site: TestSite, more: JsonObject = {}): Promise<string> {
  await addPublished(site, '/', { '@type': 'Presenter', id: 'ada', title: 'Ada', ...more })
  return String((await site.run('getContent', '/ada', { input: defaultInput })).content.UID)
}

async function siteWithStore() {
  const { content: store, users, whole } = memoryStore()
  const site = await createTestSite({ store, users, whole })
  const idOf = async (path: string) => {
    const { lineage } = await store.read(reader => reader.open(path))
    return lineage.at(-1)?.fields.person_id
  }
  return { site, idOf }
}

describe('the id of a presenter in files for schedule apps (docs/schedule.md)', () => {
  it('is derived from the UID of a new presenter, and is not shown', async () => {
    const { site, idOf } = await siteWithStore()
    const uid = await addAda(site, { person_id: 5 })
    expect(await idOf('/ada')).toBe(generatedPersonId(uid))
    const { content } = await site.run('getContent', '/ada', { input: defaultInput })
    expect(content).not.toHaveProperty('person_id')
  })

  it('is another one for a copy, and for a UID with the same digits in another order', async () => {
    const { site, idOf } = await siteWithStore()
    const zeros = '0'.repeat(24)
    for (const [id, UID] of [
      ['a', `12345678${zeros}`],
      ['b', `${zeros}12345678`],
    ] as const)
      await site.run('addContent', '/', { as: 'max', input: { '@type': 'Presenter', id, title: id, UID } })
    await site.run('copyObjects', '/', { as: 'max', input: { source: ['/a', '/b'] } as never })
    const ids = await Promise.all(['/a', '/b', '/copy_of_a', '/copy_of_b'].map(idOf))
    expect(new Set(ids).size).toBe(4)
    expect(ids.slice(0, 2)).toEqual([1_305_419_896, 1_305_419_897])
  })

  it('is that of the imported file if it is a possible id, and is unchanged when the file is imported again', async () => {
    const { site, idOf } = await siteWithStore()
    await importInto(site, ['17', '2147483648', 'abc', '0'])
    const ids = () => Promise.all(['17', '2147483648', 'abc', '0'].map(key => idOf(`/presenters/person-${key}`)))
    const before = await ids()
    expect(before[0]).toBe(17)
    for (const id of before.slice(1)) expect(id).toBeGreaterThanOrEqual(1_000_000_000)
    expect(await importInto(site, ['17', '2147483648', 'abc', '0'])).toMatchObject({ created: 0, updated: 0 })
    expect(await ids()).toEqual(before)
  })

  it('is replaced for a presenter whose generated id occurs in an imported file', async () => {
    const { site, idOf } = await siteWithStore()
    const uid = await addAda(site)
    const generated = generatedPersonId(uid)
    await importInto(site, [String(generated)])
    expect(await idOf(`/presenters/person-${generated}`)).toBe(generated)
    expect(await idOf('/ada')).toBe(generatedPersonId(uid, 1))
  })
})
