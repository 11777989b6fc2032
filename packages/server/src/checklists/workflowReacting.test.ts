import type { Extensions } from '@plenum/core'
import { shippedWorkflows, type TransitionEvent, type WorkflowDefinition } from '@plenum/core/workflow'
import { buildType, createTestSite, freshStores, type TestUser } from '@plenum/testkit'
import { openDatabase } from '../database.js'

const stores = freshStores(file => openDatabase(file).content, afterAll)
const publication = 'simple_publication_workflow'
const membership = 'foundation_member_workflow'
const membershipBehavior = 'collective.multiworkflow.demo.foundation_member'

/** An additional workflow whose transitions are allowed only after publication. */
const review: WorkflowDefinition = {
  id: 'review',
  title: 'Review',
  stateVariable: 'audit_state',
  initialState: 'open',
  managedPermissions: [],
  historyGuard: {},
  states: [
    { id: 'open', title: 'Open', transitions: ['check'], permissions: {} },
    { id: 'checked', title: 'Checked', transitions: [], permissions: {} },
  ],
  transitions: [
    {
      id: 'check',
      title: 'Check',
      to: 'checked',
      guard: { permissions: ['Modify portal content'], expression: 'isPublished' },
    },
  ],
}

const waiting = shippedWorkflows
  .filter(({ id }) => id === publication)
  .map(one => ({
    ...one,
    id: 'waiting',
    transitions: one.transitions.map(transition =>
      transition.id === 'publish' ? { ...transition, guard: { expression: 'isActive' } } : transition,
    ),
  }))

const type = (id: string, behaviors: readonly string[], workflows?: readonly string[]) =>
  buildType(id, { behaviors: ['plone.basic', ...behaviors], ...(workflows ? { workflows } : {}) })

const extensions: Extensions = {
  workflows: [review, ...waiting],
  behaviors: [{ name: 'reviewing', workflows: [{ ids: ['review'] }] }],
  types: [
    type('Member', [membershipBehavior]),
    type('Paper', ['reviewing']),
    type('Candidate', [membershipBehavior], ['waiting']),
  ],
  expressions: {
    isPublished: ({ states }) => states[publication] === 'published',
    isActive: ({ states }) => states[membership] === 'active',
  },
}

describe.each(stores)('workflow checklist, reactions to transitions in %s', (_name, openStore) => {
  async function object(of: string, more: Extensions = {}) {
    const store = openStore()
    const site = await createTestSite({ store, extensions: { ...extensions, ...more } })
    await site.run('addContent', '/', { as: 'max', input: { '@type': of, id: 'one', title: 'One' } })
    const move = (transition: string, as: TestUser = 'max') =>
      site.run('transitionContent', '/one', { as, input: { transition, body: {} } })
    const states = async () => (await store.read(reader => reader.open('/one'))).lineage.at(-1)?.states
    return { move, states }
  }

  const refused = { code: 'workflow-refused' }

  describe('reactions', () => {
    it('a guard may require publication, in addition to the permission, and is not checked again later', async () => {
      const { move, states } = await object('Paper')
      await expect(move('check')).rejects.toMatchObject(refused)
      await move('publish')
      await expect(move('check', 'mia')).rejects.toMatchObject(refused)
      await move('check')
      await move('retract')
      expect(await states()).toEqual({ [publication]: 'private', review: 'checked' })
    })

    it('publication may require a state of the additional workflow', async () => {
      const { move, states } = await object('Candidate')
      await expect(move('publish')).rejects.toMatchObject(refused)
      await move('activate')
      await move('publish')
      expect(await states()).toEqual({ waiting: 'published', [membership]: 'active' })
    })

    const after = (transition: string) => ({
      subscribers: [
        {
          after: (event: Pick<TransitionEvent, 'transition'>) =>
            event.transition === 'publish' ? [{ transition }] : [],
        },
      ],
    })

    it('a subscriber of publishing may run a transition of the membership, and only once', async () => {
      const { move, states } = await object('Member', after('activate'))
      await move('submit')
      expect(await states()).toMatchObject({ [membership]: 'pending' })
      await move('publish')
      expect(await states()).toEqual({ [publication]: 'published', [membership]: 'active' })
      await move('retract')
      await move('publish')
      expect(await states()).toEqual({ [publication]: 'published', [membership]: 'active' })
    })

    it('an impossible reaction fails the transition that caused it', async () => {
      const { move, states } = await object('Member', after('lapse'))
      await expect(move('publish')).rejects.toMatchObject(refused)
      expect(await states()).toEqual({ [publication]: 'private', [membership]: 'pending' })
    })
  })
})
