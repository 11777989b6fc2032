import { createTestSite, type TestSite, type TestUser } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'

const options = [{ description: 'Yes' }, { description: 'No' }]
const poll = { '@type': 'collective.polls.poll', title: 'A poll', options }
const numbered = options.map((option, option_id) => ({ ...option, option_id }))
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108020000', 'hex').toString('base64')
const image = { '@type': 'Image', title: 'Picture', image: { data: png, filename: 'a.png' } }

let test: TestSite

beforeEach(async () => {
  test = await createTestSite()
})

const add = (input: JsonObject = poll, as: TestUser = 'max', path = '/') => test.run('addContent', path, { as, input })

const move = (transition: string, path = '/a-poll') =>
  test.run('transitionContent', path, { as: 'max', input: { transition, body: {} } })

const edit = (body: JsonObject, as?: TestUser, path = '/a-poll') =>
  test.run('editContent', path, { as, input: { body, representation: false } })

async function contentOf(path = '/a-poll'): Promise<JsonObject> {
  const input = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: true }
  return (await test.run('getContent', path, { as: 'max', input })).content
}

async function pollAfter(...transitions: readonly string[]): Promise<void> {
  await add()
  for (const transition of transitions) await move(transition)
}

const unauthorized = { code: 'unauthorized' }
const invalid = { code: 'invalid-fields' }

describe('a new poll', () => {
  it('is private, numbers its options, and derives its id from the title', async () => {
    const { content, path } = await add()
    expect([path, (await add()).path]).toEqual(['/a-poll', '/a-poll-1'])
    expect(content).toMatchObject({
      options: numbered,
      review_state: 'private',
      workflow_states: ['poll_workflow|private'],
      items: [],
    })
    expect((await contentOf()).options).toEqual(numbered)
  })

  it.each([[[]], [[{ description: 'only' }]], [numbered.map(option => ({ ...option, option_id: 1 }))], [['a', 'b']]])(
    'is rejected with the options %j',
    async sent => {
      await expect(add({ ...poll, options: sent })).rejects.toMatchObject(invalid)
      await expect(contentOf()).rejects.toMatchObject({ code: 'not-found' })
    },
  )

  it('may be added by contributors, site administrators and managers only', async () => {
    for (const as of ['max', 'sia', 'con'] as const) expect((await add(poll, as)).path).toMatch(/a-poll/)
    for (const as of ['mia', 'rea', 'edi', 'rex'] as const)
      await expect(add(poll, as)).rejects.toMatchObject(unauthorized)
  })

  it('has neither versions nor publication dates nor creators in its payload', async () => {
    const { content } = await add({ ...poll, effective: '2027-05-01', changeNote: 'x' })
    for (const key of ['creators', 'effective', 'subjects', 'language', 'changeNote', 'versioning_enabled'])
      expect(content).not.toHaveProperty(key)
    const history = await test.run('getHistory', '/a-poll', { as: 'max', input: { start: 0, size: null } })
    expect(history.map(({ type }) => type)).toEqual(['workflow'])
  })

  it('ignores sent votes', async () => {
    const votes = { 'collective.polls.votes': { counts: { 0: 9 }, voters: ['mia'] } }
    expect((await add({ ...poll, ...votes })).content).not.toHaveProperty('collective.polls.votes')
    await edit({ ...votes, title: 'Renamed' }, 'max')
    expect(await contentOf()).toMatchObject({ title: 'Renamed' })
    expect(await contentOf()).not.toHaveProperty('collective.polls.votes')
  })
})

describe('a poll', () => {
  it.each([[[]], [['open']], [['open', 'close']]])('may contain images in any state, after %j', async transitions => {
    await pollAfter(...transitions)
    expect(await add(image, 'max', '/a-poll')).toMatchObject({ path: '/a-poll/a.png' })
    expect(await contentOf()).toMatchObject({ is_folderish: true })
  })

  it('may contain no other types', async () => {
    await pollAfter()
    for (const other of [{ '@type': 'Document', title: 'x' }, poll])
      await expect(add(other, 'max', '/a-poll')).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('the deletion of a poll', () => {
  it.each([[[]], [['submit']], [['open']], [['open', 'close']]])(
    'is permitted to a manager in any state, after %j',
    async transitions => {
      await pollAfter(...transitions)
      await test.run('deleteContent', '/a-poll', { as: 'max', input: undefined })
      await expect(contentOf()).rejects.toMatchObject({ code: 'not-found' })
    },
  )
})

describe('a change of a poll before it is opened', () => {
  it('numbers new options from the highest id on, and retains ids of moved or reworded options', async () => {
    await pollAfter()
    await edit({ options: [...numbered, { description: 'Maybe' }] }, 'edi')
    expect((await contentOf()).options).toEqual([...numbered, { description: 'Maybe', option_id: 2 }])
    const changed = [
      { description: 'Perhaps', option_id: 2 },
      { description: 'Yes!', option_id: 0 },
    ]
    await edit({ options: [...changed, { description: 'New' }] }, 'max')
    expect((await contentOf()).options).toEqual([...changed, { description: 'New', option_id: 3 }])
  })

  it('has no effect if its options are sent back', async () => {
    await pollAfter()
    const { modified } = await contentOf()
    test.clock.now += 60_000
    await edit({ options: numbered }, 'max')
    expect(await contentOf()).toMatchObject({ modified })
  })

  it('is validated as a whole: fewer options than choices need both in one request', async () => {
    await add({ ...poll, options: [...options, { description: 'Maybe' }], max_choices: 3 })
    await expect(edit({ options: numbered }, 'max')).rejects.toMatchObject(invalid)
    await expect(edit({ max_choices: 4 }, 'max')).rejects.toMatchObject(invalid)
    await edit({ options: numbered, max_choices: 2 }, 'max')
    expect(await contentOf()).toMatchObject({ max_choices: 2, options: numbered })
  })

  it('is validated with the stored date', async () => {
    await add({ ...poll, open_date: '2027-03-02' })
    await expect(edit({ close_date: '2027-03-01' }, 'max')).rejects.toMatchObject(invalid)
    await edit({ close_date: '2027-03-03' }, 'max')
    expect(await contentOf()).toMatchObject({ close_date: '2027-03-03T00:00:00+00:00' })
  })

  it.each<[string, readonly TestUser[], readonly TestUser[], readonly string[]]>([
    ['private', ['edi', 'sia', 'max'], ['rex', 'con', 'rea', 'mia'], []],
    ['pending', ['rex', 'sia', 'max'], ['edi', 'con', 'rea', 'mia'], ['submit']],
  ])('is, while it is %s, permitted to %j, not to %j', async (_, allowed, forbidden, transitions) => {
    await pollAfter(...transitions)
    for (const as of allowed) await edit({ title: `By ${as}` }, as)
    for (const as of [...forbidden, undefined])
      await expect(edit({ title: 'x' }, as)).rejects.toMatchObject(unauthorized)
  })

  it('of its dates is permitted to editors only', async () => {
    await pollAfter()
    await expect(edit({ close_date: '2027-05-01' }, 'rex')).rejects.toMatchObject(unauthorized)
    await move('submit')
    await expect(edit({ close_date: '2027-05-01' }, 'edi')).rejects.toMatchObject(unauthorized)
  })
})

describe('an opened poll (docs/polls.md, Poll dates)', () => {
  const stages = [[['open']], [['open', 'close']]] as const
  const bodies: JsonObject[] = [{ options: [...numbered, { description: 'x' }] }, { title: 'x' }, { id: 'other' }, {}]
  const others: JsonObject[] = [{ title: 'x' }, { changeNote: 'x' }, { layout: 'other' }, { ordering: {} }, { new: 1 }]

  it.each(stages)('is closed to changes after %j, also by managers', async transitions => {
    await pollAfter(...transitions)
    const before = await contentOf()
    for (const as of ['max', 'sia', 'rex', 'edi', 'mia', undefined] as const)
      for (const body of bodies) await expect(edit(body, as)).rejects.toMatchObject(unauthorized)
    expect(await contentOf()).toEqual(before)
  })

  it.each(stages)('after %j lets anyone who may close it change its dates', async transitions => {
    await pollAfter(...transitions)
    for (const [as, day] of [
      ['max', 1],
      ['sia', 2],
      ['rex', 3],
    ] as const) {
      await edit({ close_date: `2027-05-0${day}`, open_date: '2027-04-01' }, as)
      expect(await contentOf()).toMatchObject({
        open_date: '2027-04-01T00:00:00+00:00',
        close_date: `2027-05-0${day}T00:00:00+00:00`,
      })
    }
    await edit({ close_date: null }, 'rex')
    expect(await contentOf()).toMatchObject({ close_date: null })
    for (const as of ['edi', 'con', 'mia', undefined] as const)
      await expect(edit({ close_date: null }, as)).rejects.toMatchObject(unauthorized)
  })

  it('rejects dates together with other fields, and writes nothing', async () => {
    await pollAfter('open')
    for (const more of others)
      await expect(edit({ close_date: '2027-05-01', ...more }, 'max')).rejects.toMatchObject(unauthorized)
    expect(await contentOf()).toMatchObject({ close_date: null, title: 'A poll' })
  })

  it('rejects invalid dates with the messages for editors', async () => {
    await pollAfter('open')
    await expect(edit({ close_date: 'soon' }, 'rex')).rejects.toMatchObject(invalid)
    await expect(edit({ open_date: '2027-05-02', close_date: '2027-05-01' }, 'rex')).rejects.toMatchObject(invalid)
  })

  it('rejects invalid dates even from callers who may close but not view it', async () => {
    await add({ '@type': 'Document', id: 'page', title: 'Page' })
    await add(poll, 'max', '/page')
    await move('open', '/page/a-poll')
    await expect(edit({ close_date: null }, 'rex', '/page/a-poll')).rejects.toMatchObject(unauthorized)
    await edit({ close_date: null }, 'sia', '/page/a-poll')
  })

  it('is an exception for polls: permission to close polls does not allow a change of a page', async () => {
    await add({ '@type': 'Document', id: 'page', title: 'Page' })
    await move('publish', '/page')
    await expect(edit({ close_date: '2027-05-01' }, 'rex', '/page')).rejects.toMatchObject(unauthorized)
  })
})
