import { buildCreation, createTestSite, type TestUser } from '@plenum/testkit'
import { DomainError, message } from '../../foundation/messages.js'
import { memoryContentStore } from '../../memory/memoryContentStore.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'
import type { TransitionSubscriber } from '../../workflow/subscriber.js'
import { asOwner } from '../asOwner.js'
import { createSite } from '../createSite.js'

const day = 86_400_000

/** A workflow in which a review expires after ten days, and an offer ends at the expiration date of the object. */
const legal: WorkflowDefinition = {
  id: 'legal',
  title: 'Legal',
  stateVariable: 'legal_state',
  initialState: 'unchecked',
  managedPermissions: [],
  states: [
    { id: 'unchecked', title: 'Unchecked', transitions: ['legal_check'], permissions: {} },
    { id: 'checked', title: 'Checked', transitions: ['legal_lapse', 'legal_end', 'legal_check'], permissions: {} },
    { id: 'ended', title: 'Ended', transitions: [], permissions: {} },
  ],
  transitions: [
    { id: 'legal_check', title: 'Check', to: 'checked' },
    {
      id: 'legal_lapse',
      title: 'Lapse',
      to: 'unchecked',
      trigger: 'automatic',
      after: { days: 10 },
      as: { roles: ['Reviewer'] },
      guard: { roles: ['Reviewer'] },
    },
    { id: 'legal_end', title: 'End', to: 'ended', trigger: 'automatic', at: 'expires', as: { user: 'rex' } },
  ],
  historyGuard: {},
}

async function legalSite(
  definition = legal,
  subscribers: readonly TransitionSubscriber[] = [],
  store = memoryContentStore(),
) {
  const behaviors = [{ name: 'legal', workflows: [{ ids: ['legal'] }] }]
  const test = await createTestSite({ store, extensions: { workflows: [definition], behaviors, subscribers } })
  const add = async (id: string, fields: object = {}) => {
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id, title: id, ...fields } })
    await test.run('setObjectBehaviors', `/${id}`, { as: 'max', input: ['legal'] })
  }
  const move = (path: string, transition: string, as: TestUser = 'max') =>
    test.run('transitionContent', path, { as, input: { transition, body: {} } })
  const plan = (path: string, transition: string, at: number, as: TestUser = 'max') =>
    test.run('planTransition', path, {
      as,
      input: { transition, body: { at: new Date(at).toISOString(), comment: 'Planned' } },
    })
  const states = (path: string) => test.run('getStates', path, { as: 'max', input: undefined })
  const plans = async (path: string, as: TestUser = 'max') =>
    (await test.run('getWorkflowPlans', path, { as, input: undefined })).items
  const history = async (path: string) => {
    const records = await test.run('getHistory', path, { as: 'max', input: { start: 0, size: null } })
    return records
      .filter(({ type }) => type === 'workflow')
      .map(({ action, actor, ...rest }) => [action, actor.id, rest])
  }
  return { ...test, add, move, plan, states, plans, history }
}

describe('a planned transition (docs/workflow-and-history.md, Timed transitions)', () => {
  it('runs once at its time, for the user who planned it', async () => {
    const { site, clock, run, add, plan, states, plans, history } = await legalSite()
    await add('page')
    const at = clock.now + day
    const answer = await plan('/page', 'publish', at)
    expect(answer).toEqual({
      id: expect.any(String),
      transition: 'publish',
      at: '2027-01-02T00:00:00+00:00',
      planned_by: 'max',
    })
    clock.now = at - 1
    expect(await site.runDue()).toEqual({ ran: 0, refused: 0, hasMore: false })
    expect(await plans('/page')).toMatchObject([{ id: answer.id, refused: null, title: 'Publish' }])
    clock.now = at
    expect(await site.runDue()).toEqual({ ran: 1, refused: 0, hasMore: true })
    expect(await site.runDue()).toEqual({ ran: 0, refused: 0, hasMore: false })
    expect(await states('/page')).toMatchObject({ simple_publication_workflow: 'published' })
    expect(await plans('/page')).toEqual([])
    expect((await history('/page'))[0]).toEqual([
      'publish',
      'max',
      expect.objectContaining({ planned_by: 'max', comments: 'Planned', time: '2027-01-02T00:00:00+00:00' }),
    ])
    await expect(run('getStates', '/page', { input: undefined })).resolves.toBeDefined()
  })

  it.each([
    [{ at: 'tomorrow' }, /not for tomorrow/],
    [{ at: 5 }, /not for 5/],
    [{ at: '2026-12-31T00:00:00Z' }, /has passed: it is now 2027-01-01/],
    [{ at: '2037-01-03T00:00:00Z' }, /can be planned until 2037-01-01/],
    [{ at: '2027-02-01', include_children: true }, /cannot have include_children/],
    [{ at: '2027-02-01', effective: '2027-02-01', expires: null }, /cannot have effective;/],
  ])('is refused with a reason: %j', async (body, text) => {
    const { run, add } = await legalSite()
    await add('page')
    await expect(
      run('planTransition', '/page', { as: 'max', input: { transition: 'publish', body } }),
    ).rejects.toMatchObject({ code: 'bad-request', message: expect.stringMatching(text) })
  })

  it('is refused for callers whom its guard does not admit, and for visitors', async () => {
    const { run, clock, add, move, plan } = await legalSite()
    await add('page')
    await move('/page', 'publish')
    await expect(plan('/page', 'retract', clock.now + day, 'mia')).rejects.toMatchObject({ code: 'workflow-refused' })
    await expect(plan('/page', 'legal_lapse', clock.now + day)).rejects.toMatchObject({ code: 'workflow-refused' })
    await expect(plan('/page', 'nope', clock.now + day)).rejects.toMatchObject({ code: 'workflow-refused' })
    const input = { transition: 'legal_check', body: { at: '2027-02-01' } }
    await expect(run('planTransition', '/page', { input })).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('may wait for a state that the object reaches later', async () => {
    const { site, clock, add, move, plan, states } = await legalSite()
    await add('page')
    await plan('/page', 'retract', clock.now + day, 'max')
    await move('/page', 'submit')
    clock.now += day
    expect(await site.runDue()).toMatchObject({ ran: 1 })
    expect(await states('/page')).toMatchObject({ simple_publication_workflow: 'private' })
  })

  it('is refused when due, listed and not attempted again, if its guard does not admit the planner any more', async () => {
    const { site, platform, clock, add, plan, plans, states } = await legalSite()
    await add('page')
    const at = clock.now + day
    await plan('/page', 'publish', at)
    await platform.users.change(['max'], ({ users }) => {
      const max = users.get('max')
      return max ? { users: [{ ...max, roles: ['Member'] }] } : {}
    })
    clock.now = at + 5
    expect(await site.runDue()).toEqual({ ran: 0, refused: 1, hasMore: true })
    expect(await site.runDue()).toEqual({ ran: 0, refused: 0, hasMore: false })
    expect(await states('/page')).toMatchObject({ simple_publication_workflow: 'private' })
    expect(await plans('/page')).toMatchObject([
      { transition: 'publish', refused: { time: '2027-01-02T00:00:00+00:00', message: expect.stringMatching(/view/) } },
    ])
  })

  it('is refused when due if the planner was deleted, or the state does not have it', async () => {
    const { site, run, clock, add, move, plan, plans } = await legalSite()
    await add('a')
    await add('b')
    await plan('/a', 'publish', clock.now + day, 'max')
    await move('/a', 'submit')
    await plan('/a', 'legal_check', clock.now + day, 'rex')
    await plan('/b', 'submit', clock.now + 2 * day)
    await move('/b', 'publish')
    await run('removeUser', '/', { as: 'max', input: { id: 'rex' } as never })
    clock.now += 2 * day
    while ((await site.runDue()).hasMore);
    expect(await plans('/a')).toMatchObject([
      { refused: { message: expect.stringMatching(/the user rex, who does not/) } },
    ])
    expect(await plans('/b')).toMatchObject([
      { refused: { message: expect.stringMatching(/in these states: private/) } },
    ])
  })

  it('is considered done if the object is already in the target state', async () => {
    const { site, clock, add, move, plan, plans, history } = await legalSite()
    await add('page')
    await plan('/page', 'publish', clock.now + day)
    await move('/page', 'publish')
    const before = await history('/page')
    clock.now += day
    await site.runDue()
    expect(await plans('/page')).toEqual([])
    expect(await history('/page')).toEqual(before)
  })

  it('follows renames and moves, is not copied, and is deleted with its object', async () => {
    const { site, run, clock, add, plan, plans, states } = await legalSite()
    await run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'folder', title: 'F' } })
    await add('page')
    await plan('/page', 'publish', clock.now + day)
    await run('copyObjects', '/folder', { as: 'max', input: { source: '/page' } })
    expect(await plans('/folder/page')).toEqual([])
    await run('editContent', '/page', { as: 'max', input: { body: { id: 'renamed' } } as never })
    await run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'page', title: 'Other' } })
    await run('relocateObjects', '/folder', { as: 'max', input: { source: '/renamed' } })
    clock.now += day
    expect(await site.runDue()).toMatchObject({ ran: 1 })
    expect(await states('/folder/renamed')).toMatchObject({ simple_publication_workflow: 'published' })
    expect(await states('/page')).toMatchObject({ simple_publication_workflow: 'private' })
    await plan('/page', 'publish', clock.now + day)
    await run('deleteContent', '/page', { as: 'max', input: undefined as never })
    clock.now += day
    expect(await site.runDue()).toEqual({ ran: 0, refused: 0, hasMore: false })
  })

  it('ignores a lock, as a request for a transition does', async () => {
    const { site, run, clock, add, plan, states } = await legalSite()
    await add('page')
    await plan('/page', 'publish', clock.now + day)
    clock.now += day
    await run('lockContent', '/page', { as: 'sia', input: {} })
    await site.runDue()
    expect(await states('/page')).toMatchObject({ simple_publication_workflow: 'published' })
  })

  it('is cancelled by its planner and by those who may plan it', async () => {
    const { site, run, clock, add, move, plan, plans, states } = await legalSite()
    await add('page')
    await move('/page', 'publish')
    const { id } = await plan('/page', 'retract', clock.now + day)
    const cancel = (as: TestUser) => run('cancelWorkflowPlan', '/page', { as, input: { id } })
    await expect(cancel('mia')).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(run('getWorkflowPlans', '/page', { as: 'mia', input: undefined })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    await cancel('sia')
    await expect(cancel('sia')).rejects.toMatchObject({ code: 'not-found' })
    expect(await plans('/page')).toEqual([])
    clock.now += day
    expect(await site.runDue()).toMatchObject({ ran: 0 })
    expect(await states('/page')).toMatchObject({ simple_publication_workflow: 'published' })
  })

  it('exists at most 20 times per object', async () => {
    const { clock, add, plan } = await legalSite()
    await add('page')
    for (let i = 0; i < 20; i++) await plan('/page', 'publish', clock.now + day)
    await expect(plan('/page', 'publish', clock.now + day)).rejects.toMatchObject({
      message: expect.stringMatching(/20/),
    })
  })

  it('waits while the site is paused, and runs late afterwards', async () => {
    const { site, run, clock, add, plan, states } = await legalSite()
    await add('page')
    await plan('/page', 'publish', clock.now + day)
    await run('pauseTransitions', '/', { as: 'max', input: { paused: true } })
    clock.now += 9 * day
    expect(await site.runDue()).toEqual({ ran: 0, refused: 0, hasMore: false })
    await run('pauseTransitions', '/', { as: 'max', input: { paused: false } })
    expect(await site.runDue()).toMatchObject({ ran: 1 })
    expect(await states('/page')).toMatchObject({ simple_publication_workflow: 'published' })
    await expect(run('pauseTransitions', '/', { as: 'max', input: { paused: 1 } })).rejects.toMatchObject({
      code: 'bad-request',
    })
    await expect(run('pauseTransitions', '/', { as: 'sia', input: { paused: true } })).rejects.toThrow()
  })

  it('that a subscriber vetoes is refused; one that fails with an error does not stop the others', async () => {
    const before: TransitionSubscriber['before'] = ({ object, transition }) => {
      if (transition === 'publish' && object.path === '/a') return 'not on a Sunday'
      if (transition === 'publish' && object.path === '/b') throw new Error('broken')
      return undefined
    }
    const { site, clock, add, plan, plans, states } = await legalSite(legal, [{ before }])
    for (const id of ['a', 'b', 'c']) {
      await add(id)
      await plan(`/${id}`, 'publish', clock.now + day)
    }
    clock.now += day
    const errors: string[] = []
    const onError = (error: unknown, path: string) => void errors.push(`${path} ${error}`)
    expect(await site.runDue({ onError })).toEqual({ ran: 1, refused: 2, hasMore: true })
    expect(errors).toEqual(['/b Error: broken'])
    expect(await plans('/a')).toMatchObject([{ refused: { message: expect.stringMatching(/not on a Sunday/) } }])
    expect(await plans('/b')).toMatchObject([{ refused: { message: expect.stringMatching(/failed with an error/) } }])
    expect(await states('/c')).toMatchObject({ simple_publication_workflow: 'published' })
  })
})

describe('a run of due transitions', () => {
  it('gets past objects that cannot be read, and reports them', async () => {
    const { site, platform, clock, add, plan, states } = await legalSite()
    const broken = ['/x', '/y', '/z'].map(path =>
      buildCreation(path, { node: { type: 'Gone' }, entry: { indexes: { transition_due: 1 } } }),
    )
    expect(await platform.store.commit({ creates: broken })).toEqual({ ok: true })
    await add('page')
    await plan('/page', 'publish', clock.now + day)
    clock.now += day
    const errors: string[] = []
    const onError = (_: unknown, path: string) => void errors.push(path)
    expect(await site.runDue({ limit: 2, onError })).toEqual({ ran: 1, refused: 0, hasMore: true })
    expect(errors).toEqual(['/x', '/y', '/z'])
    expect(await states('/page')).toMatchObject({ simple_publication_workflow: 'published' })
  })

  it('ends with the error if the store is unavailable', async () => {
    const memory = memoryContentStore()
    const unavailable = new DomainError('store-unavailable', message('store.unwritable', { seconds: 1 }))
    let isAvailable = true
    let refusals = 0
    const commit: typeof memory.commit = async (...change) => {
      if (isAvailable) return memory.commit(...change)
      refusals += 1
      throw unavailable
    }
    const { site, clock, add, plan } = await legalSite(legal, [], { ...memory, commit })
    for (const id of ['a', 'b']) {
      await add(id)
      await plan(`/${id}`, 'publish', clock.now + day)
    }
    clock.now += day
    isAvailable = false
    await expect(site.runDue()).rejects.toBe(unavailable)
    expect(refusals).toBe(1)
    isAvailable = true
    expect(await site.runDue()).toMatchObject({ ran: 2 })
  })
})

describe('a timed transition of a workflow', () => {
  it('runs some days after the object entered the state, and not before', async () => {
    const { site, clock, add, move, states, plans, history } = await legalSite()
    await add('page')
    expect(await plans('/page')).toEqual([])
    clock.now += day
    await move('/page', 'legal_check')
    expect(await states('/page')).toMatchObject({ legal: 'checked' })
    expect(await plans('/page')).toMatchObject([
      { at: '2027-01-12T00:00:00+00:00', planned_by: null, transition: 'legal_lapse', can_cancel: false },
    ])
    clock.now += 10 * day - 1
    expect(await site.runDue()).toMatchObject({ ran: 0 })
    clock.now += 1
    expect(await site.runDue()).toMatchObject({ ran: 1 })
    expect(await states('/page')).toMatchObject({ legal: 'unchecked' })
    expect((await history('/page'))[0]).toEqual(['legal_lapse', '', expect.objectContaining({ planned_by: null })])
    clock.now += 100 * day
    expect(await site.runDue()).toMatchObject({ ran: 0 })
  })

  it('runs at the date in a field, also after the date has changed', async () => {
    const { site, run, clock, add, move, states, history } = await legalSite()
    await add('page', { expires: '2027-01-03T00:00:00Z' })
    await move('/page', 'legal_check')
    await run('editContent', '/page', { as: 'max', input: { body: { expires: '2027-01-05T00:00:00Z' } } as never })
    clock.now = Date.UTC(2027, 0, 4)
    expect(await site.runDue()).toMatchObject({ ran: 0 })
    clock.now = Date.UTC(2027, 0, 5)
    expect(await site.runDue()).toMatchObject({ ran: 1 })
    expect(await states('/page')).toMatchObject({ legal: 'ended' })
    expect((await history('/page'))[0]?.[1]).toBe('rex')
  })

  it('that its guard refuses is listed and not attempted again in the same state', async () => {
    const transitions = legal.transitions.map(one => ({
      ...one,
      ...(one.after ? { as: { roles: ['Reader'] } } : {}),
    }))
    const { site, run, clock, add, move, plans, states } = await legalSite({ ...legal, transitions })
    await add('page')
    await move('/page', 'legal_check')
    clock.now += 10 * day
    expect(await site.runDue()).toEqual({ ran: 0, refused: 1, hasMore: true })
    expect(await site.runDue()).toEqual({ ran: 0, refused: 0, hasMore: false })
    const [refused] = await plans('/page')
    expect(refused).toMatchObject({ refused: { message: expect.stringMatching(/roles: Reviewer/) }, can_cancel: true })
    await run('cancelWorkflowPlan', '/page', { as: 'max', input: { id: refused?.id ?? '' } })
    expect(await site.runDue()).toMatchObject({ refused: 1 })
    await move('/page', 'legal_check')
    expect(await plans('/page')).toMatchObject([{ refused: null, at: '2027-01-21T00:00:00+00:00' }])
    expect(await states('/page')).toMatchObject({ legal: 'checked' })
  })
})

describe('the timers of a workflow that gains timed transitions', () => {
  it('start with a repair, counted from the last record', async () => {
    const untimed = legal.transitions.map(({ trigger: _, after: _after, at: _at, as: _as, ...one }) => one)
    const before = await legalSite({ ...legal, transitions: untimed })
    await before.add('a', { expires: '2027-01-05T00:00:00Z' })
    await before.add('b')
    await before.move('/a', 'legal_check')
    before.clock.now += 3 * day
    await before.move('/b', 'legal_check')
    const behaviors = [{ name: 'legal', workflows: [{ ids: ['legal'] }] }]
    const site = createSite(before.platform, { workflows: [legal], behaviors })
    before.clock.now = Date.UTC(2027, 0, 11)
    expect(await site.runDue()).toMatchObject({ ran: 0 })
    expect(await asOwner(site, 'repairTimers')).toBe(2)
    expect(await asOwner(site, 'repairTimers')).toBe(0)
    expect(await site.runDue()).toMatchObject({ ran: 1 })
    expect(await before.states('/a')).toMatchObject({ legal: 'ended' })
    before.clock.now = Date.UTC(2027, 0, 14)
    expect(await site.runDue()).toMatchObject({ ran: 1 })
    expect(await before.states('/b')).toMatchObject({ legal: 'unchecked' })
  })

  it('stop when the workflow loses them, without a repair', async () => {
    const before = await legalSite()
    await before.add('a')
    await before.move('/a', 'legal_check')
    const untimed = legal.transitions.map(({ trigger: _, after: _after, at: _at, as: _as, ...one }) => one)
    const behaviors = [{ name: 'legal', workflows: [{ ids: ['legal'] }] }]
    const site = createSite(before.platform, { workflows: [{ ...legal, transitions: untimed }], behaviors })
    before.clock.now += 30 * day
    expect(await site.runDue()).toEqual({ ran: 0, refused: 0, hasMore: false })
    const hits = await before.platform.store.read(reader =>
      reader.search({
        principals: 'system',
        where: [{ kind: 'range', index: 'transition_due', min: null, max: null }],
      }),
    )
    expect(hits.total).toBe(0)
  })
})
