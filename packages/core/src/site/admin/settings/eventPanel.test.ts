import { addPublished, createTestSite, type TestSite, type TestUser, testBase } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../../../foundation/json.js'

const name = 'tech-event-settings'

async function read({ run }: TestSite, as: TestUser | undefined = 'max', path = '/'): Promise<JsonObject> {
  return run('getControlPanel', path, { as, input: { name } })
}

async function write({ run }: TestSite, body: JsonObject, { as = 'max' as TestUser, path = '/' } = {}): Promise<null> {
  return run('editControlPanel', path, { as, input: { name, body } })
}

const stampOf = ({ platform }: TestSite): Promise<string> =>
  platform.store.read(async reader => (await reader.open('/')).stamp)

const isMultiple = async (at: TestSite): Promise<JsonValue | undefined> =>
  ((await read(at)).data as JsonObject).support_multiple_events

const others = [undefined, 'mia', 'edi', 'con', 'rea', 'rex', 'sia'] as const

describe('reading the event settings', () => {
  it('returns schema and data', async () => {
    expect(await read(await createTestSite())).toMatchObject({
      '@id': `${testBase}/@controlpanels/tech-event-settings`,
      title: expect.any(String),
      group: 'General',
      schema: {
        type: 'object',
        properties: { support_multiple_events: { type: 'boolean', title: expect.any(String) } },
        fieldsets: [{ fields: ['support_multiple_events'] }],
        required: [],
      },
      data: { support_multiple_events: false },
    })
  })

  it('requires the permission to manage the site', async () => {
    const { run } = await createTestSite()
    for (const as of others)
      await expect(run('getControlPanel', '/', { as, input: { name } })).rejects.toMatchObject({
        code: 'unauthorized',
      })
  })
})

describe('changing the event settings', () => {
  it('requires the permission to manage the site, and changes nothing without it', async () => {
    const at = await createTestSite()
    for (const as of others)
      await expect(
        at.run('editControlPanel', '/', { as, input: { name, body: { support_multiple_events: true } } }),
      ).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await isMultiple(at)).toBe(false)
  })

  it('takes effect immediately, in both directions', async () => {
    const at = await createTestSite()
    const schedule = () => at.run('getSchedule', '/', { input: { metadata: [] } })
    expect(await write(at, { support_multiple_events: true })).toBeNull()
    expect(await isMultiple(at)).toBe(true)
    await expect(schedule()).rejects.toMatchObject({ code: 'not-found' })
    await write(at, { support_multiple_events: false })
    expect(await isMultiple(at)).toBe(false)
    expect(await schedule()).toEqual({ items: [] })
  })

  it('does not change the data of the site root and of the events', async () => {
    const at = await createTestSite()
    const body = { start: '2027-03-01T09:00:00Z', end: '2027-03-02T09:00:00Z', tracks: [{ id: 'web', title: 'Web' }] }
    await at.run('editContent', '/', { as: 'max', input: { body, representation: false } })
    const input = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: true }
    const before = (await at.run('getContent', '/', { as: 'max', input })).content
    await write(at, { support_multiple_events: true })
    await addPublished(at, '/', { '@type': 'Tech Event', id: 'conf', title: 'Conference', start: '2028-01-01' })
    await write(at, { support_multiple_events: false })
    expect((await at.run('getContent', '/', { as: 'max', input })).content).toEqual(before)
    expect((await at.run('getContent', '/conf', { as: 'max', input })).content.start).toBe('2028-01-01T00:00:00+00:00')
  })

  it('writes nothing if the values are equal', async () => {
    const at = await createTestSite()
    const before = await stampOf(at)
    await write(at, { support_multiple_events: false })
    await write(at, {})
    await write(at, { anything: 'else' })
    expect(await stampOf(at)).toBe(before)
  })

  it.each([null, 'perhaps', 3, [true], {}])('is rejected for %j', async value => {
    const at = await createTestSite()
    await expect(write(at, { support_multiple_events: value as JsonValue })).rejects.toMatchObject({
      code: 'invalid-fields',
      details: { problems: [{ field: 'support_multiple_events' }] },
    })
    expect(await isMultiple(at)).toBe(false)
  })

  it('is impossible through the content of the site root, which does not present them', async () => {
    const at = await createTestSite()
    const body = { support_multiple_events: true }
    const content = await at.run('editContent', '/', { as: 'max', input: { body, representation: true } })
    expect(content).not.toHaveProperty('support_multiple_events')
    expect(await isMultiple(at)).toBe(false)
  })
})

describe('paths other than the site root', () => {
  it('have no event settings', async () => {
    const at = await createTestSite()
    await addPublished(at, '/', { '@type': 'Document', id: 'page', title: 'Page' })
    await expect(read(at, 'max', '/page')).rejects.toMatchObject({ code: 'not-found' })
    await expect(write(at, { support_multiple_events: true }, { path: '/page' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})
