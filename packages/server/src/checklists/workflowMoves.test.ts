import { asOwner, type Extensions } from '@plenum/core'
import type { WorkflowDefinition } from '@plenum/core/workflow'
import { buildType, createTestSite, freshStores } from '@plenum/testkit'
import { openDatabase } from '../database.js'

const stores = freshStores(file => openDatabase(file).content, afterAll)
const publication = 'simple_publication_workflow'
const membership = 'foundation_member_workflow'
const membershipBehavior = 'collective.multiworkflow.demo.foundation_member'
const manageMembership = 'collective.multiworkflow: Manage membership'
const viewers = (role: string) => ({ View: { roles: ['Manager', role], acquired: false } })

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
    { id: 'open', title: 'Open', transitions: ['publish'], permissions: viewers('Reader') },
    { id: 'checked', title: 'Checked', transitions: [], permissions: viewers('Reviewer') },
  ],
  transitions: [{ id: 'publish', title: 'Publish the review', to: 'checked' }],
}

const type = (id: string, behaviors: readonly string[], workflows?: readonly string[]) =>
  buildType(id, { behaviors: ['plone.basic', ...behaviors], ...(workflows ? { workflows } : {}) })

const extensions: Extensions = {
  workflows: [review],
  behaviors: [{ name: 'reviewing', workflows: [{ ids: ['review'] }] }],
  types: [type('Member', [membershipBehavior]), type('Paper', ['reviewing']), type('Note', [], [])],
}

type Target = { readonly transition?: string; readonly workflow?: string; readonly toState?: string }

describe.each(stores)('workflow checklist, transitions of objects in %s', (_name, openStore) => {
  async function object(of: string) {
    const store = openStore()
    const site = await createTestSite({ store, extensions })
    await site.run('addContent', '/', { as: 'max', input: { '@type': of, id: 'one', title: 'One' } })
    const move = (target: Target) =>
      site.run('transitionContent', '/one', { as: 'max', input: { transition: null, body: {}, ...target } })
    const status = () => site.run('getWorkflow', '/one', { as: 'max', input: undefined })
    const node = async () => (await store.read(reader => reader.open('/one'))).lineage.at(-1)
    const states = async () => (await node())?.states
    const rolesFor = async (name: string) => (await node())?.permissions[name]?.roles
    const countIn = async (state: string) => {
      const parameters = { workflow_states: state }
      const input = { batch: { start: 0, size: 9 }, metadata: [], fullObjects: false, parameters }
      return (await site.run('searchContent', '/', { as: 'max', input })).total
    }
    return { site: site.site, move, status, states, rolesFor, countIn }
  }

  const refused = { code: 'workflow-refused' }
  const invalid = { code: 'bad-request' }

  describe('routing', () => {
    it('the state of each workflow has a separate variable', async () => {
      const chain = [
        { state_variable: 'review_state', state: { id: 'private' }, history: [{ review_state: 'private' }] },
        { state_variable: 'workflow_states', state: { id: 'pending' }, history: [{ workflow_states: 'pending' }] },
      ]
      expect(await (await object('Member')).status()).toMatchObject({ state: { id: 'private' }, chain })
    })

    it('a transition of the additional workflow alone affects only that one', async () => {
      const { move, states } = await object('Member')
      await move({ transition: 'activate' })
      expect(await states()).toEqual({ [publication]: 'private', [membership]: 'active' })
    })

    it('publishing leaves the additional workflow unchanged', async () => {
      const { move, states } = await object('Member')
      await move({ transition: 'publish' })
      expect(await states()).toEqual({ [publication]: 'published', [membership]: 'pending' })
    })

    it('an unknown transition is refused', async () => {
      await expect((await object('Member')).move({ transition: 'nope' })).rejects.toMatchObject(refused)
    })

    it('a shared transition runs in the primary workflow, and the second time in the additional one', async () => {
      const { move, states } = await object('Paper')
      await move({ transition: 'publish' })
      expect(await states()).toEqual({ [publication]: 'published', review: 'open' })
      await move({ transition: 'publish' })
      expect(await states()).toEqual({ [publication]: 'published', review: 'checked' })
    })

    it('a shared transition runs in the named workflow', async () => {
      const { move, states } = await object('Paper')
      await move({ transition: 'publish', workflow: 'review' })
      expect(await states()).toEqual({ [publication]: 'private', review: 'checked' })
    })

    it('a shared transition is listed under the first workflow of the chain', async () => {
      const chain = [{ transitions: [{ title: 'Publish' }, { title: 'Submit for publication' }] }, { transitions: [] }]
      expect((await (await object('Paper')).status()).chain).toMatchObject(chain)
    })

    it('a target state is one of publication', async () => {
      const { move, states } = await object('Member')
      await expect(move({ toState: 'active' })).rejects.toMatchObject(refused)
      expect(await states()).toEqual({ [publication]: 'private', [membership]: 'pending' })
      await move({ toState: 'published' })
      expect(await states()).toEqual({ [publication]: 'published', [membership]: 'pending' })
    })
  })

  describe('the API', () => {
    it('an object without workflows has no state', async () => {
      expect(await (await object('Note')).status()).toMatchObject({ state: { id: '', title: '' }, transitions: [] })
    })

    it('all states are listed in chain order', async () => {
      const { move, status } = await object('Member')
      await move({ transition: 'publish' })
      expect((await status()).chain).toMatchObject([
        { workflow_id: publication, state: { id: 'published' } },
        { workflow_id: membership, state: { id: 'pending' } },
      ])
    })

    it('a request names a transition or a state, and a workflow of the object', async () => {
      const { move, states } = await object('Member')
      await expect(move({ transition: 'publish', workflow: 'nope' })).rejects.toMatchObject(invalid)
      await expect(move({ transition: 'publish', workflow: 'review' })).rejects.toMatchObject(invalid)
      await expect(move({ transition: 'publish', workflow: membership })).rejects.toMatchObject(refused)
      await expect(move({ toState: 'published', workflow: publication })).rejects.toMatchObject(invalid)
      await move({ transition: 'activate', workflow: membership })
      expect(await states()).toEqual({ [publication]: 'private', [membership]: 'active' })
    })

    it('transitions are grouped by the workflow that owns them', async () => {
      const { move, status } = await object('Member')
      await move({ transition: 'activate' })
      const ids = (await status()).chain
      expect(ids).toMatchObject([
        { transitions: [{ title: 'Publish' }, { title: 'Submit for publication' }] },
        { transitions: [{ '@id': expect.stringMatching(/\/lapse$/) }] },
      ])
    })
  })

  describe('permissions', () => {
    it('each workflow sets the roles of the permissions that it manages', async () => {
      const { move, rolesFor } = await object('Member')
      expect(await rolesFor(manageMembership)).toEqual(['Manager', 'Site Administrator', 'Reviewer'])
      await move({ transition: 'publish' })
      expect(await rolesFor(manageMembership)).toEqual(['Manager', 'Site Administrator', 'Reviewer'])
      expect(await rolesFor('View')).toEqual(['Anonymous'])
      await move({ transition: 'activate' })
      expect(await rolesFor(manageMembership)).toEqual(['Manager', 'Site Administrator', 'Owner'])
      expect(await rolesFor('View')).toEqual(['Anonymous'])
    })

    it('the last transition decides a shared permission; G06 at creation the last workflow of the chain', async () => {
      const { move, rolesFor } = await object('Paper')
      expect(await rolesFor('View')).toEqual(['Manager', 'Reader'])
      await move({ transition: 'publish', workflow: publication })
      expect(await rolesFor('View')).toEqual(['Anonymous'])
      await move({ transition: 'publish', workflow: 'review' })
      expect(await rolesFor('View')).toEqual(['Manager', 'Reviewer'])
    })
  })

  describe('existing content', () => {
    it('of a behavior added later has the initial state but no roles yet', async () => {
      const { site, move, status, states, rolesFor, countIn } = await object('Note')
      await asOwner(site, 'setTypeBehaviors', { type: 'Note', behaviors: ['plone.basic', membershipBehavior] })
      const chain = [{ workflow_id: membership, state: { id: 'pending' }, transitions: [{ title: 'Activate' }] }]
      expect(await status()).toMatchObject({ chain })
      expect([await countIn(`${membership}|pending`), await rolesFor(manageMembership)]).toEqual([1, undefined])
      await move({ transition: 'activate' })
      expect(await states()).toEqual({ [membership]: 'active' })
      expect(await rolesFor(manageMembership)).toEqual(['Manager', 'Site Administrator', 'Owner'])
    })
  })
})
