import { asOwner, type Extensions } from '@plenum/core'
import type { WorkflowDefinition } from '@plenum/core/workflow'
import { buildType, createTestSite, freshStores, type TestUser } from '@plenum/testkit'
import { openDatabase } from '../database.js'

const stores = freshStores(file => openDatabase(file).content, afterAll)
const publication = 'simple_publication_workflow'
const membership = 'foundation_member_workflow'
const membershipBehavior = 'collective.multiworkflow.demo.foundation_member'

const viewers = (...roles: string[]) => ({ View: { roles, acquired: false } })

/**
 * A workflow that conflicts with the publication workflow, because both define `publish` and manage the View
 * permission.
 */
const review: WorkflowDefinition = {
  id: 'review',
  title: 'Review',
  stateVariable: 'audit_state',
  initialState: 'open',
  managedPermissions: ['View'],
  historyGuard: {},
  states: [
    { id: 'open', title: 'Open', transitions: ['check', 'publish'], permissions: viewers('Manager', 'Reader') },
    { id: 'checked', title: 'Checked', transitions: [], permissions: viewers('Manager', 'Reviewer') },
  ],
  transitions: [
    { id: 'check', title: 'Check', to: 'checked' },
    { id: 'publish', title: 'Publish the review', to: 'checked' },
  ],
}

const extensions: Extensions = {
  workflows: [review],
  behaviors: [{ name: 'reviewing', workflows: [{ ids: ['review'] }] }],
  types: [
    buildType('Member', { behaviors: ['plone.basic', membershipBehavior] }),
    buildType('Paper', { behaviors: ['plone.basic', 'reviewing'] }),
    buildType('Plain'),
    buildType('Note', { workflows: [] }),
    buildType('Card', { workflows: [], behaviors: ['plone.basic', membershipBehavior] }),
  ],
}

describe.each(stores)('workflow checklist, queries of embedders about objects in %s', (_name, openStore) => {
  async function object(of: string) {
    const store = openStore()
    const site = await createTestSite({ store, extensions })
    await site.run('addContent', '/', { as: 'max', input: { '@type': of, id: 'one', title: 'One' } })
    const node = async () => (await store.read(reader => reader.open('/one'))).lineage.at(-1)
    return {
      ...site,
      node,
      store,
      move: (transition: string, workflow?: string) =>
        site.run('transitionContent', '/one', {
          as: 'max',
          input: { transition, body: {}, ...(workflow === undefined ? {} : { workflow }) },
        }),
      state: (input: { workflow?: string; fallback?: string } = {}) =>
        site.run('getState', '/one', { as: 'max', input }),
      states: () => site.run('getStates', '/one', { as: 'max', input: undefined }),
      transitions: (as: TestUser = 'max') => site.run('getTransitions', '/one', { as, input: undefined }),
      claimants: () => site.run('getClaimants', '/one', { as: 'max', input: undefined }),
      conflicts: () => site.run('getConflicts', '/one', { as: 'max', input: undefined }),
      roles: async () => (await node())?.permissions.View?.roles,
    }
  }

  it('the review state follows publication, and has a fallback without a workflow', async () => {
    const { state, move } = await object('Member')
    expect(await state()).toBe('private')
    await move('publish')
    expect(await state()).toBe('published')
    expect(await state({ fallback: 'none' })).toBe('published')
    const note = await object('Note')
    expect(await note.state({ fallback: 'none' })).toBe('none')
    await expect(note.state()).rejects.toMatchObject({ code: 'bad-request' })
    await expect((await object('Card')).state({ fallback: 'none' })).rejects.toMatchObject({ code: 'bad-request' })
  })

  it('the state of a workflow is found by id: initial for a workflow outside the chain, an error for an unknown id', async () => {
    const { state, move } = await object('Member')
    await move('activate')
    expect(await state({ workflow: membership })).toBe('active')
    expect(await state({ workflow: publication })).toBe('private')
    expect(await state({ workflow: 'review' })).toBe('open')
    await expect(state({ workflow: 'nope' })).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('There is no workflow nope; the existing workflows are: folder_workflow,'),
    })
  })

  it('the states of all workflows are listed in chain order', async () => {
    const { states } = await object('Member')
    expect(Object.entries(await states())).toEqual([
      [publication, 'private'],
      [membership, 'pending'],
    ])
    expect(await (await object('Note')).states()).toEqual({})
  })

  it('transitions are grouped by workflow for the state and the caller, even on plain content', async () => {
    const { transitions, move } = await object('Member')
    expect(await transitions()).toEqual({ [publication]: ['publish', 'submit'], [membership]: ['activate'] })
    await move('activate')
    expect(await transitions()).toMatchObject({ [membership]: ['lapse'] })
    expect(await (await object('Plain')).transitions()).toEqual({ [publication]: ['publish', 'submit'] })
    const edited = await object('Plain')
    expect(await edited.transitions('edi')).toEqual({ [publication]: ['submit'] })
    await expect(edited.transitions('mia')).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('the first workflow of the chain that defines a transition owns it, and all that define it are listed in order', async () => {
    const { claimants } = await object('Paper')
    expect(await claimants()).toMatchObject({
      publish: [publication, 'review'],
      submit: [publication],
      check: ['review'],
    })
  })

  it('permissions managed by several workflows are listed with those workflows in chain order', async () => {
    expect(await (await object('Paper')).conflicts()).toEqual({ View: [publication, 'review'] })
    expect(await (await object('Member')).conflicts()).toEqual({})
    expect(await (await object('Plain')).conflicts()).toEqual({})
  })

  it('the membership workflow is bound to no type, and stock types have the workflows of a stock site', async () => {
    const { site } = await object('Plain')
    const types = await asOwner(site, 'listTypes')
    const withConflicts = types.filter(({ conflicts }) => Object.keys(conflicts).length > 0)
    expect(withConflicts).toEqual([
      expect.objectContaining({ id: 'Paper', conflicts: { View: [publication, 'review'] } }),
    ])
    const participating = types.filter(({ behaviors }) => behaviors.includes(membershipBehavior)).map(({ id }) => id)
    expect(participating).toEqual(['Profile', 'Member', 'Card'])
  })

  it('the last transition decides a shared permission, in a repair the last workflow of the chain', async () => {
    const { roles, move, site, node } = await object('Paper')
    expect(await roles()).toEqual(['Manager', 'Reader'])
    await move('publish', publication)
    expect(await roles()).toEqual(['Anonymous'])
    const { revision } = (await node()) ?? {}
    expect(await asOwner(site, 'repairPermissions')).toBe(1)
    expect(await roles()).toEqual(['Manager', 'Reader'])
    expect((await node())?.revision).toBe((revision ?? 0) + 1)
    expect(await asOwner(site, 'repairPermissions')).toBe(0)
  })

  it('a repair applies the permissions of the initial state of a workflow added later', async () => {
    const { run, site, roles } = await object('Plain')
    await run('transitionContent', '/one', { as: 'max', input: { transition: 'publish', body: {} } })
    await asOwner(site, 'setTypeBehaviors', { type: 'Plain', behaviors: ['plone.basic', 'reviewing'] })
    expect(await roles()).toEqual(['Anonymous'])
    expect(await asOwner(site, 'repairPermissions')).toBe(1)
    expect(await roles()).toEqual(['Manager', 'Reader'])
    const statesFor = (as: TestUser) => run('getStates', '/one', { as, input: undefined })
    await expect(statesFor('mia')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await statesFor('rea')).toEqual({ [publication]: 'published', review: 'open' })
  })

  it('an object can have additional behaviors, which contribute before those of its type', async () => {
    const { run, states, transitions } = await object('Member')
    const give = (as: TestUser, ...behaviors: string[]) => run('setObjectBehaviors', '/one', { as, input: behaviors })
    await give('max', 'reviewing')
    expect(Object.keys(await states())).toEqual([publication, 'review', membership])
    expect(await transitions()).toMatchObject({ review: ['check'] })
    await give('max')
    expect(Object.keys(await states())).toEqual([publication, membership])
    await expect(give('max', 'plone.basic')).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('plone.basic'),
    })
    await expect(give('edi', 'reviewing')).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('worklists list objects that wait for the caller, except for callers that the guard excludes', async () => {
    const { run, move } = await object('Plain')
    const input = { batch: { start: 0, size: 25 } }
    const waiting = async (as: TestUser) => (await run('listWorklists', '/', { as, input })).items
    expect(await waiting('rex')).toEqual([])
    await move('submit')
    const queue = { workflow: publication, id: 'reviewer_queue', title: 'Pending review' }
    expect(await waiting('rex')).toEqual([
      {
        '@id': expect.stringMatching(/\/@worklists\?worklist=simple_publication_workflow%7Creviewer_queue$/),
        ...queue,
        more: false,
        items: [expect.objectContaining({ title: 'One' })],
        items_total: 1,
      },
    ])
    expect(await waiting('edi')).toEqual([])
    await move('publish')
    expect(await waiting('rex')).toEqual([])
  })
})
