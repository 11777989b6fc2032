import { addPublished, createTestSite, type TestSite, type TestUser, testBase } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../foundation/json.js'
import { asOwner } from '../site/asOwner.js'

const listing = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false }

async function contentOf({ run }: TestSite, path: string, as?: TestUser): Promise<JsonObject> {
  return (await run('getContent', path, { as, input: { ...listing, withItems: true } })).content
}

interface Group {
  readonly '@id': string
  readonly '@type': string
  readonly title: string
  readonly items: readonly JsonObject[]
}

const groupsIn = (content: JsonObject): readonly Group[] => content.activities as unknown as readonly Group[]

async function withAnna(more: JsonObject = {}): Promise<TestSite> {
  const at = await createTestSite()
  const body = { '@type': 'Presenter', id: 'anna', title: 'Anna', email: 'anna@example.org', ...more }
  await addPublished(at, '/', body)
  await addPublished(at, '/', { '@type': 'Schedule', id: 's', title: 'Schedule' })
  return at
}

const session = (at: TestSite, type: string, id: string, more: JsonObject = {}): Promise<string> =>
  addPublished(at, '/s', { '@type': type, id, title: id, presenters: ['/anna'], ...more })

async function labelsOf(at: TestSite, as?: TestUser): Promise<JsonValue | undefined> {
  return (await contentOf(at, '/anna', as)).labels
}

describe('a presenter', () => {
  it('has no activities and no labels without sessions and categories', async () => {
    expect(await contentOf(await withAnna(), '/anna')).toMatchObject({ activities: [], labels: [], categories: [] })
  })

  it('lists published sessions in the order Keynote, Training, Talk, each by start', async () => {
    const at = await withAnna()
    await session(at, 'Talk', 'late', { start: '2027-03-01T12:00:00Z' })
    await session(at, 'Talk', 'early', { start: '2027-03-01T09:00:00Z' })
    await session(at, 'Training', 'training')
    await session(at, 'Keynote', 'keynote')
    const groups = groupsIn(await contentOf(at, '/anna'))
    expect(groups.map(group => [group['@id'], group['@type'], group.title])).toEqual([
      ['Keynote', 'Keynote', 'Keynote'],
      ['Training', 'Training', 'Training'],
      ['Talk', 'Talk', 'Talk'],
    ])
    expect(groups[2]?.items.map(item => item['@id'])).toEqual([`${testBase}/s/early`, `${testBase}/s/late`])
    expect(groups[2]?.items[0]).toMatchObject({
      '@type': 'Talk',
      title: 'early',
      review_state: 'published',
      start: '2027-03-01T09:00:00+00:00',
      presenters: [{ '@id': `${testBase}/anna`, title: 'Anna' }],
      room: [],
      slot_category: 'activity',
    })
  })

  it('omits groups without sessions', async () => {
    const at = await withAnna()
    await session(at, 'Training', 'training')
    expect(groupsIn(await contentOf(at, '/anna')).map(group => group['@id'])).toEqual(['Training'])
  })

  it('omits unpublished sessions, even for editors', async () => {
    const at = await withAnna()
    await at.run('transitionContent', await session(at, 'Talk', 'talk'), {
      as: 'max',
      input: { transition: 'retract', body: {} },
    })
    expect(await contentOf(at, '/anna', 'max')).toMatchObject({ activities: [], labels: [] })
  })

  it('omits sessions of other presenters', async () => {
    const at = await withAnna()
    await addPublished(at, '/', { '@type': 'Presenter', id: 'bert', title: 'Bert', email: 'b@example.org' })
    await session(at, 'Talk', 'talk', { presenters: ['/bert'] })
    expect(await contentOf(at, '/anna')).toMatchObject({ activities: [], labels: [] })
  })

  it('has the labels of its sessions after its chosen categories, each once', async () => {
    const at = await withAnna({ categories: ['pf-member', 'speaker'] })
    await session(at, 'Talk', 'talk')
    await session(at, 'Training', 'training')
    await session(at, 'Keynote', 'keynote')
    const labels = (await labelsOf(at)) as readonly { token: string; title: string }[]
    expect(new Set(labels.map(({ token }) => token))).toEqual(
      new Set(['pf-member', 'speaker', 'keynote-speaker', 'instructor']),
    )
    expect(labels).toHaveLength(4)
    expect(labels).toContainEqual({ token: 'pf-member', title: 'Plone Foundation Member' })
  })

  it.each([
    ['Keynote', 'keynote-speaker', 'Keynote Speaker'],
    ['Talk', 'speaker', 'Speaker'],
    ['Training', 'instructor', 'Instructor'],
  ])('gives the presenter of a %s the label %s', async (type, token, title) => {
    const at = await withAnna()
    await session(at, type, 'session')
    expect(await labelsOf(at)).toEqual([{ token, title }])
  })

  it('omits unpublished and expired sessions, except for callers who may see inactive content', async () => {
    const at = await withAnna()
    for (const { id, behaviors } of await asOwner(at.site, 'listTypes'))
      if (['Talk', 'Keynote'].includes(id))
        await asOwner(at.site, 'setTypeBehaviors', { type: id, behaviors: [...behaviors, 'plone.publication'] })
    await session(at, 'Talk', 'soon', { effective: '2027-02-01T00:00:00Z' })
    await session(at, 'Keynote', 'over', { effective: '2026-01-01T00:00:00Z', expires: '2026-02-01T00:00:00Z' })
    expect(await contentOf(at, '/anna')).toMatchObject({ activities: [], labels: [] })
    expect(groupsIn(await contentOf(at, '/anna', 'max')).map(group => group['@id'])).toEqual(['Keynote', 'Talk'])
    at.clock.now = Date.UTC(2027, 1, 2)
    expect(groupsIn(await contentOf(at, '/anna')).map(group => group['@id'])).toEqual(['Talk'])
  })

  it('presents its categories as terms', async () => {
    const at = await withAnna({ categories: ['pf-member'] })
    expect((await contentOf(at, '/anna')).categories).toEqual([
      { token: 'pf-member', title: 'Plone Foundation Member' },
    ])
  })

  it('shows its email address only to callers who may modify it', async () => {
    const at = await withAnna()
    for (const as of ['edi', 'max'] as const)
      expect(await contentOf(at, '/anna', as)).toHaveProperty('email', 'anna@example.org')
    for (const as of [undefined, 'mia', 'rea', 'rex'] as const)
      expect(await contentOf(at, '/anna', as)).not.toHaveProperty('email')
  })

  it('may lack an email address, but rejects a malformed one', async () => {
    const { run } = await createTestSite()
    const person = { '@type': 'Presenter', title: 'Bert' }
    expect((await run('addContent', '/', { as: 'max', input: person })).content).toMatchObject({ email: null })
    const adding = run('addContent', '/', { as: 'max', input: { ...person, email: 'nobody' } })
    await expect(adding).rejects.toMatchObject({ code: 'invalid-fields', details: { problems: [{ field: 'email' }] } })
  })

  it('does not list its content', async () => {
    const at = await withAnna()
    await addPublished(at, '/anna', { '@type': 'Link', title: 'Home page', remoteUrl: 'https://example.org' })
    const { content, listing: inside } = await at.run('getContent', '/anna', {
      as: 'max',
      input: { ...listing, withItems: true },
    })
    expect(content).not.toHaveProperty('items')
    expect(inside).toBeNull()
  })

  it('returns links as they were sent', async () => {
    const social_links = [
      { '@id': 'c6b73aca', id: 'github', title: 'Code', href: [{ '@id': 'https://code.example', title: 'code' }] },
      { '@id': 'daa3ff4c', id: 'carrier-pigeon', title: null, href: 'by the loft' },
    ]
    const at = await withAnna({ social_links })
    expect((await contentOf(at, '/anna')).social_links).toEqual(social_links)
  })

  it('determines a missing network of a link by title or host', async () => {
    const href = [{ '@id': 'https://bsky.app/profile/anna', title: '' }]
    const at = await withAnna({ social_links: [{ title: 'Anna', href }] })
    expect((await contentOf(at, '/anna')).social_links).toEqual([
      { '@id': 'bluesky', id: 'bluesky', title: 'Anna', href },
    ])
  })
})

describe('the presenters of a session', () => {
  async function withSession(presenters: JsonValue): Promise<{ at: TestSite; path: string }> {
    const at = await withAnna()
    await addPublished(at, '/', { '@type': 'Presenter', id: 'bert', title: 'Bert', email: 'b@example.org' })
    return { at, path: await session(at, 'Talk', 'talk', { presenters }) }
  }
  const namesIn = (content: JsonObject): readonly JsonValue[] =>
    (content.presenters as readonly JsonObject[]).map(({ title }) => title ?? null)

  it.each([
    ['paths', ['/bert', '/anna']],
    ['URLs', [`${testBase}/bert`, `${testBase}/anna`]],
    ['objects with @id', [{ '@id': `${testBase}/bert` }, { '@id': '/anna' }]],
  ])('are accepted as %s and retain the order of the request', async (_, sent) => {
    const { at, path } = await withSession(sent)
    expect(namesIn(await contentOf(at, path))).toEqual(['Bert', 'Anna'])
  })

  it('are accepted as UIDs', async () => {
    const { at, path } = await withSession([])
    const uid = String((await contentOf(at, '/bert')).UID)
    const body = { presenters: [uid] }
    await at.run('editContent', path, { as: 'max', input: { body, representation: false } })
    expect(namesIn(await contentOf(at, path))).toEqual(['Bert'])
  })

  it.each([['/nobody'], ['/s'], [3]])('are rejected if one is %j', async sent => {
    const { at } = await withSession([])
    await expect(session(at, 'Talk', 'other', { presenters: [sent] })).rejects.toMatchObject({
      code: 'invalid-fields',
      details: { problems: [{ field: 'presenters' }] },
    })
  })

  it('are omitted from the session after they are deleted', async () => {
    const { at, path } = await withSession(['/anna', '/bert'])
    await at.run('deleteContent', '/anna', { as: 'max', input: undefined })
    expect(namesIn(await contentOf(at, path))).toEqual(['Bert'])
    expect(namesIn(await contentOf(at, path, 'max'))).toEqual(['Bert'])
  })

  it('are omitted if the caller may not view them', async () => {
    const { at, path } = await withSession(['/anna', '/bert'])
    await at.run('transitionContent', '/anna', { as: 'max', input: { transition: 'retract', body: {} } })
    expect(namesIn(await contentOf(at, path))).toEqual(['Bert'])
    expect(namesIn(await contentOf(at, path, 'rea'))).toEqual(['Anna', 'Bert'])
  })
})
