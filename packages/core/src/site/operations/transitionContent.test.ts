import { createTestSite, type TestSite, type TestUser } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'

const started = '2027-01-01T00:00:00+00:00'
const laterOn = Date.UTC(2027, 0, 2, 3, 4, 5)

interface Moving {
  readonly as?: TestUser
  readonly body?: JsonObject
  readonly path?: string
}

async function withPage(type = 'Document'): Promise<TestSite> {
  const at = await createTestSite()
  await at.run('addContent', '/', { as: 'max', input: { '@type': type, id: 'page', title: 'Page' } })
  at.clock.now = laterOn
  return at
}

function move({ run }: TestSite, transition: string | null, { as, body = {}, path = '/page' }: Moving = {}) {
  return run('transitionContent', path, { as, input: { transition, body } })
}

async function contentOf({ run }: TestSite, path = '/page'): Promise<JsonObject> {
  const input = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: false }
  return (await run('getContent', path, { as: 'max', input })).content
}

const recordsOf = (at: TestSite, path = '/page') =>
  at.platform.store.read(async reader => {
    const { lineage } = await reader.open(path)
    return reader.records(lineage.at(-1)?.uid ?? '')
  })

const stampOf = ({ platform }: TestSite): Promise<string> =>
  platform.store.read(async reader => (await reader.open('/')).stamp)

async function refusal(at: TestSite, transition: string | null, moving: Moving): Promise<unknown> {
  const before = await stampOf(at)
  const error: unknown = await move(at, transition, moving).then(
    () => 'moved',
    (problem: unknown) => problem,
  )
  expect(await stampOf(at)).toBe(before)
  return error
}

describe('a transition', () => {
  it('moves the object to the state and answers with its record', async () => {
    const at = await withPage()
    expect(await move(at, 'publish', { as: 'max', body: { comment: 'Looks good' } })).toEqual({
      action: 'publish',
      actor: 'max',
      comments: 'Looks good',
      review_state: 'published',
      time: '2027-01-02T03:04:05+00:00',
      title: 'Published',
    })
    expect(await contentOf(at)).toMatchObject({
      review_state: 'published',
      workflow_states: ['simple_publication_workflow|published'],
    })
  })

  it('is recorded after earlier ones', async () => {
    const at = await withPage()
    await move(at, 'submit', { as: 'max' })
    await move(at, 'reject', { as: 'sia' })
    expect((await recordsOf(at)).map(({ action, actor, state }) => [action, actor, state])).toEqual([
      [null, 'max', 'private'],
      ['submit', 'max', 'pending'],
      ['reject', 'sia', 'private'],
    ])
  })

  it.each([[null], [3], [{ a: 1 }], [['x']]])('ignores the comment %j', async (comment: JsonValue) => {
    expect(await move(await withPage(), 'publish', { as: 'max', body: { comment } })).toMatchObject({ comments: '' })
  })

  it('immediately changes access to the object', async () => {
    const at = await withPage()
    const look = () =>
      at.run('searchContent', '/', {
        input: { batch: { start: 0, size: 9 }, metadata: [], fullObjects: false, parameters: { getId: 'page' } },
      })
    expect((await look()).total).toBe(0)
    await move(at, 'publish', { as: 'max' })
    expect((await look()).total).toBe(1)
    await move(at, 'retract', { as: 'max' })
    expect((await look()).total).toBe(0)
  })
})

describe('the guard of a transition', () => {
  const table: readonly (readonly [string, string, readonly TestUser[]])[] = [
    ['private', 'publish', ['sia', 'max']],
    ['private', 'submit', ['edi', 'sia', 'max']],
    ['pending', 'publish', ['rex', 'sia', 'max']],
    ['pending', 'reject', ['rex', 'sia', 'max']],
    ['pending', 'retract', ['edi', 'sia', 'max']],
    ['published', 'reject', ['rex', 'sia', 'max']],
    ['published', 'retract', ['edi', 'sia', 'max']],
  ]
  const everybody: readonly TestUser[] = ['mia', 'rex', 'edi', 'con', 'rea', 'sia', 'max']
  const route: Record<string, readonly string[]> = { private: [], pending: ['submit'], published: ['publish'] }

  it.each(table)('decides from %s %s', async (state, transition, allowed) => {
    for (const as of everybody) {
      const at = await withPage()
      for (const step of route[state] ?? []) await move(at, step, { as: 'max' })
      const outcome = await move(at, transition, { as }).then(
        () => 'moved',
        ({ code }: { code: string }) => code,
      )
      const maySee = state === 'published' || !['mia', state === 'private' ? 'rex' : ''].includes(as)
      expect([as, outcome]).toEqual([as, allowed.includes(as) ? 'moved' : maySee ? 'workflow-refused' : 'unauthorized'])
    }
  })

  it('lets the Owner submit and retract her own content', async () => {
    const at = await createTestSite()
    await at.run('addContent', '/', { as: 'con', input: { '@type': 'Document', id: 'page', title: 'Page' } })
    expect(await move(at, 'submit', { as: 'con' })).toMatchObject({ review_state: 'pending' })
    expect(await move(at, 'retract', { as: 'con' })).toMatchObject({ review_state: 'private' })
    expect(await refusal(at, 'publish', { as: 'con' })).toMatchObject({ code: 'workflow-refused' })
  })
})

describe('the refusal of a transition', () => {
  it.each([
    ['an unknown transition', 'fly', 'max'],
    ['another letter case', 'Publish', 'max'],
    ['a name of an inherited property', 'constructor', 'max'],
    ['a transition that the guard denies', 'publish', 'edi'],
  ] as const)('names the id of %s and writes nothing', async (_, transition, as) => {
    const at = await withPage()
    const error = await refusal(at, transition, { as, body: { effective: '2027-03-01', comment: 'x' } })
    const message = `No workflow provides the '${transition}' action.`
    expect(error).toMatchObject({ code: 'workflow-refused', message })
    expect(await contentOf(at)).toMatchObject({ effective: null })
    expect(await recordsOf(at)).toHaveLength(1)
  })

  it('writes nothing for a transition that does not leave the current state', async () => {
    const at = await withPage()
    await move(at, 'publish', { as: 'max' })
    expect(await refusal(at, 'submit', { as: 'max' })).toMatchObject({ code: 'workflow-refused' })
    expect(await contentOf(at)).toMatchObject({ review_state: 'published' })
  })

  it('is returned without a transition', async () => {
    expect(await refusal(await withPage(), null, { as: 'max' })).toMatchObject({ code: 'transition-missing' })
  })

  it('is returned if the caller may not view the object', async () => {
    expect(await refusal(await withPage(), 'publish', {})).toMatchObject({ code: 'unauthorized' })
  })

  it('is returned for the site root, which has no workflow', async () => {
    const at = await createTestSite()
    expect(await refusal(at, 'publish', { as: 'max', path: '/' })).toMatchObject({ code: 'workflow-refused' })
  })

  it('is returned for missing content', async () => {
    const at = await createTestSite()
    expect(await refusal(at, 'publish', { as: 'max', path: '/nothing' })).toMatchObject({ code: 'not-found' })
  })
})

describe('an object that is already in the target state', () => {
  async function published(): Promise<TestSite> {
    const at = await withPage()
    await move(at, 'publish', { as: 'sia', body: { comment: 'First' } })
    return at
  }

  it('remains unchanged and answers with the last record for callers whom the guard allows', async () => {
    const at = await published()
    const before = { stamp: await stampOf(at), content: await contentOf(at) }
    at.clock.now += 1000
    const answer = await move(at, 'publish', { as: 'rex', body: { effective: '2030-01-01', comment: 'Second' } })
    expect(answer).toMatchObject({ action: 'publish', actor: 'sia', comments: 'First', review_state: 'published' })
    expect(await recordsOf(at)).toHaveLength(2)
    expect({ stamp: await stampOf(at), content: await contentOf(at) }).toEqual(before)
  })

  it.each([undefined, 'mia', 'edi', 'con', 'rea'] as const)(
    'rejects the transition of %s, whom the guard denies',
    async as => {
      expect(await refusal(await published(), 'publish', { as })).toMatchObject({ code: 'workflow-refused' })
    },
  )
})

describe('dates of a transition', () => {
  it('include the publication date, which the first transition sets and later ones preserve', async () => {
    const at = await withPage()
    await move(at, 'submit', { as: 'max' })
    expect(await contentOf(at)).toMatchObject({ effective: '2027-01-02T03:04:05+00:00' })
    at.clock.now += 86_400_000
    await move(at, 'publish', { as: 'max' })
    expect(await contentOf(at)).toMatchObject({ effective: '2027-01-02T03:04:05+00:00' })
  })

  it('may be set with a transition even if the caller may not modify the object', async () => {
    const at = await withPage()
    await move(at, 'submit', { as: 'max' })
    const body = { effective: '2027-03-01T09:00:00Z', expires: '2027-04-01T09:00:00+02:00' }
    await move(at, 'publish', { as: 'rex', body })
    expect(await contentOf(at)).toMatchObject({
      effective: '2027-03-01T09:00:00+00:00',
      expires: '2027-04-01T07:00:00+00:00',
    })
  })

  it('are cleared by null; the publication date is then that of the transition', async () => {
    const at = await withPage()
    await move(at, 'submit', { as: 'max', body: { effective: '2026-03-01', expires: '2027-04-01' } })
    await move(at, 'publish', { as: 'max', body: { effective: null, expires: null } })
    expect(await contentOf(at)).toMatchObject({ effective: '2027-01-02T03:04:05+00:00', expires: null })
  })

  it.each([
    ['an unreadable date', { effective: 'soon' }],
    ['a number', { expires: 1_800_000_000 }],
    ['expiration before publication', { effective: '2027-04-01', expires: '2027-03-01' }],
    ['one readable and one empty date', { effective: '2027-04-01', expires: '' }],
  ])('are rejected without changes: %s', async (_, body) => {
    const at = await withPage()
    expect(await refusal(at, 'publish', { as: 'max', body })).toMatchObject({ code: 'invalid-dates' })
    expect(await contentOf(at)).toMatchObject({ review_state: 'private', effective: null, expires: null })
  })

  it.each<JsonObject>([
    { effectiveDate: 'soon' },
    { expirationDate: 3 },
    { title: 'Other' },
    { review_state: 'pending' },
  ])('are the only accepted fields: %j is ignored', async body => {
    const at = await withPage()
    await move(at, 'publish', { as: 'max', body })
    expect(await contentOf(at)).toMatchObject({ review_state: 'published', title: 'Page', expires: null })
  })

  it('change modified; a transition without them does not', async () => {
    const at = await withPage()
    await move(at, 'submit', { as: 'max' })
    at.clock.now += 1000
    const before = (await contentOf(at)).modified
    await move(at, 'reject', { as: 'max' })
    expect((await contentOf(at)).modified).toBe(before)
    await move(at, 'publish', { as: 'max', body: { effective: '2027-03-01' } })
    expect((await contentOf(at)).modified).toBe('2027-01-02T03:04:06+00:00')
  })

  it('are rejected without changes if they are malformed, for any type', async () => {
    const at = await createTestSite()
    const { path } = await at.run('addContent', '/', { as: 'max', input: { '@type': 'Schedule', title: 'S' } })
    const attempt = move(at, 'publish', { as: 'max', path, body: { effective: 'soon' } })
    await expect(attempt).rejects.toMatchObject({ code: 'invalid-dates' })
    const { lineage } = await at.platform.store.read(reader => reader.open(path))
    expect(lineage.at(-1)?.states).toEqual({ simple_publication_workflow: 'private' })
  })

  it('of types without dates are ignored: a session stores only the publication date', async () => {
    const at = await createTestSite()
    await at.run('addContent', '/', { as: 'max', input: { '@type': 'Schedule', id: 's', title: 'S' } })
    await at.run('addContent', '/s', { as: 'max', input: { '@type': 'Talk', id: 'talk', title: 'T' } })
    at.clock.now = laterOn
    await move(at, 'publish', { as: 'max', path: '/s/talk', body: { effective: '2030-01-01', expires: '2031-01-01' } })
    const { items } = await at.run('searchContent', '/', {
      as: 'max',
      input: { batch: { start: 0, size: 9 }, metadata: ['expires'], fullObjects: false, parameters: { getId: 'talk' } },
    })
    expect(items).toMatchObject([
      { review_state: 'published', effective: '2027-01-02T03:04:05+00:00', expires: '2499-12-31T00:00:00+00:00' },
    ])
  })
})

describe('a transition of a container', () => {
  it('preserves the state and the holders of its content', async () => {
    const at = await withPage()
    await at.run('addContent', '/page', { as: 'max', input: { '@type': 'Document', id: 'sub', title: 'Sub' } })
    await move(at, 'publish', { as: 'max' })
    expect(await contentOf(at, '/page/sub')).toMatchObject({ review_state: 'private' })
  })

  it('changes the holders of an Image, which has no workflow', async () => {
    const at = await withPage()
    const head = Buffer.alloc(24)
    head.write('\x89PNG\r\n', 0, 'latin1')
    const image = { data: head.toString('base64'), encoding: 'base64', filename: 'x.png', 'content-type': 'image/png' }
    await at.run('addContent', '/page', { as: 'max', input: { '@type': 'Image', id: 'image', title: 'Image', image } })
    const countImages = async () =>
      (
        await at.run('searchContent', '/', {
          input: { batch: { start: 0, size: 9 }, metadata: [], fullObjects: false, parameters: { getId: 'image' } },
        })
      ).total
    expect(await countImages()).toBe(0)
    await move(at, 'publish', { as: 'max' })
    expect(await countImages()).toBe(1)
    await move(at, 'reject', { as: 'max' })
    expect(await countImages()).toBe(0)
  })
})

describe('an additional workflow', () => {
  const membership: WorkflowDefinition = {
    id: 'membership',
    title: 'Membership',
    stateVariable: 'membership_state',
    initialState: 'pending',
    managedPermissions: [],
    states: [
      { id: 'pending', title: 'Pending', transitions: ['activate'], permissions: {} },
      { id: 'active', title: 'Active', transitions: [], permissions: {} },
    ],
    transitions: [{ id: 'activate', title: 'Activate', to: 'active', guard: {} }],
    historyGuard: {},
  }
  const type = {
    id: 'Person',
    title: 'Person',
    behaviors: ['plone.basic', 'plone.publication'],
    contains: null,
    addableAnywhere: true,
    addPermission: 'Add portal content',
    layout: 'view',
    lockable: false,
    workflows: ['simple_publication_workflow', 'membership'],
  }

  async function withPerson(): Promise<TestSite> {
    const at = await createTestSite({ extensions: { types: [type], workflows: [membership] } })
    await at.run('addContent', '/', { as: 'max', input: { '@type': 'Person', id: 'page', title: 'Anna' } })
    at.clock.now = laterOn
    return at
  }

  it('has transitions without review_state, answered with the last record of the primary workflow', async () => {
    const at = await withPerson()
    expect(await move(at, 'activate', { as: 'max' })).toEqual({
      action: null,
      actor: 'max',
      comments: '',
      review_state: 'private',
      time: started,
      title: 'Private',
    })
    expect(await contentOf(at)).toMatchObject({
      review_state: 'private',
      workflow_states: ['simple_publication_workflow|private', 'membership|active'],
      effective: null,
    })
  })

  it('is compared in its own state variable if the object is in the target state', async () => {
    const at = await withPerson()
    await move(at, 'activate', { as: 'max' })
    const before = await stampOf(at)
    expect(await move(at, 'activate', { as: 'max' })).toMatchObject({ review_state: 'private' })
    expect(await stampOf(at)).toBe(before)
  })
})
