import type { Extensions } from '@plenum/core'
import { shippedWorkflows } from '@plenum/core/workflow'
import { createApp } from '@plenum/express-adapter'
import {
  createTestSite,
  freshStores,
  type OpenStore,
  paperType,
  type TestSite,
  type TestUser,
  type WorkflowClient,
  workflowBodies,
  workflowClient,
} from '@plenum/testkit'
import { openDatabase } from '../database.js'

const base = 'http://site.example'
const publication = 'simple_publication_workflow'
const membership = 'foundation_member_workflow'

const french = shippedWorkflows.flatMap(workflow => {
  const states = workflow.states.map(state => (state.id === 'private' ? { ...state, title: 'Privé' } : state))
  return workflow.id === publication ? [{ ...workflow, id: 'french_workflow', states }] : []
})
const papier = { ...paperType, id: 'Papier', title: 'Papier', workflows: ['french_workflow'] }
const extensions: Extensions = { types: [paperType, papier], workflows: french }

const bodies = {
  ...workflowBodies,
  papier: { '@type': 'Papier', title: 'Papier' },
}

let test: TestSite
let http: WorkflowClient<keyof typeof bodies>

async function begin(openStore: OpenStore): Promise<void> {
  test = await createTestSite({ store: openStore(), extensions })
  http = workflowClient(test, createApp(test.site, { publicUrl: base }), bodies)
}

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('workflow endpoint, stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  const workflowOf = async (path: string, as: TestUser = 'max') =>
    (await http.get(`${path}/@workflow`, as).expect(200)).body
  const titles = (entry: { readonly transitions: readonly { readonly title: string }[] }) =>
    entry.transitions.map(({ title }) => title)

  describe('GET @workflow', () => {
    it('describes every workflow of the chain separately', async () => {
      await http.add('pro')
      const { chain } = await workflowOf('/pro')
      expect(chain).toMatchObject([
        { workflow_id: publication, state_variable: 'review_state', history: [{ review_state: 'private' }] },
        {
          workflow_id: membership,
          state_variable: 'workflow_states',
          state: { id: 'pending', title: 'Pending' },
          title: 'Membership',
          transitions: [{ '@id': `${base}/pro/@workflow/activate`, title: 'Activate' }],
          history: [{ action: null, workflow_states: 'pending' }],
        },
      ])
      expect(chain.map(({ history }: { history: object[] }) => history.length)).toEqual([1, 1])
      expect(chain[1].history[0]).not.toHaveProperty('review_state')
    })

    it('describes publication alone at the top', async () => {
      await http.add('pro')
      await http.post('/pro/@workflow/activate').expect(200)
      const body = await workflowOf('/pro')
      expect(body.state).toEqual({ id: 'private', title: 'Private' })
      expect(titles(body)).toEqual(['Publish', 'Submit for publication'])
      expect(body.history).toMatchObject([{ action: null, review_state: 'private', title: 'Private' }])
      expect(body.history).toHaveLength(1)
    })

    it('contains four keys and no chain for content without contributed workflows', async () => {
      await http.add('page')
      const body = await workflowOf('/page')
      expect(Object.keys(body).sort()).toEqual(['@id', 'history', 'state', 'transitions'])
      expect(titles(body)).toContain('Publish')
    })

    it('is the same on expansion, and a bare link otherwise', async () => {
      for (const id of ['pro', 'page'] as const) {
        await http.add(id)
        const workflow = await workflowOf(`/${id}`)
        expect((await http.get(`/${id}?expand=workflow`)).body['@components'].workflow).toEqual(workflow)
        expect((await http.get(`/${id}`)).body['@components'].workflow).toEqual({ '@id': `${base}/${id}/@workflow` })
      }
    })

    it('is empty for the site root and for content without a workflow', async () => {
      expect(await workflowOf('/')).toMatchObject({ history: [], transitions: [] })
      await http.add('file')
      expect(await workflowOf('/file')).toEqual({
        '@id': `${base}/file/@workflow`,
        history: [],
        transitions: [],
        state: { id: '', title: '' },
      })
    })

    it('hides the history from callers that its guard excludes, but answers them', async () => {
      await http.add('page')
      expect(await workflowOf('/page', 'con')).toMatchObject({ history: [], state: { id: 'private' } })
      expect((await workflowOf('/page', 'edi')).history).toHaveLength(1)
    })

    it('lists the records, oldest first, each with a title in any script', async () => {
      await http.add('papier')
      for (const id of ['publish', 'retract']) await http.move('/papier', id)
      const { history } = await workflowOf('/papier')
      expect(history).toMatchObject([
        { action: null, title: 'Privé', time: '2027-01-01T00:00:00+00:00' },
        { action: 'publish', title: 'Published', time: '2027-01-01T00:01:00+00:00' },
        { action: 'retract', title: 'Privé', time: '2027-01-01T00:02:00+00:00' },
      ])
    })

    it('offers both transitions back from published to callers who may request and review, otherwise only the permitted one', async () => {
      await http.add('page')
      await http.post('/page/@workflow/publish').expect(200)
      expect(titles(await workflowOf('/page', 'sia'))).toEqual(['Send back', 'Retract'])
      expect(titles(await workflowOf('/page', 'rex'))).toEqual(['Send back'])
      expect(titles(await workflowOf('/page', 'edi'))).toEqual(['Retract'])
    })
  })

  describe('POST @workflow/{transition}', () => {
    const stateOf = async (path: string) => (await http.get(path).expect(200)).body.review_state

    it('runs a transition of the additional workflow and returns the record of the primary one', async () => {
      await http.add('pro')
      const answer = await http.post('/pro/@workflow/activate').expect(200)
      expect(answer.body).toMatchObject({ action: null, review_state: 'private' })
      const body = await workflowOf('/pro')
      expect(body.chain[1].state).toEqual({ id: 'active', title: 'Active' })
      expect(body.state.id).toBe('private')
    })

    it('publishes, sets missing dates, and stores the comment', async () => {
      await http.add('paper')
      test.clock.now += 60_000
      await http.post('/paper/@workflow/translation_start').expect(200)
      expect((await http.get('/paper')).body.effective).toBeNull()
      const { body } = await http.post('/paper/@workflow/publish', { comment: 'at last' }).expect(200)
      expect(body).toMatchObject({ action: 'publish', review_state: 'published', comments: 'at last' })
      const now = '2027-01-01T00:01:00+00:00'
      expect((await http.get('/paper')).body).toMatchObject({ review_state: 'published', effective: now })
      expect((await workflowOf('/paper')).history.at(-1)).toMatchObject({ comments: 'at last', actor: 'max' })
      test.clock.now += 60_000
      await http.post('/paper/@workflow/retract').expect(200)
      expect((await http.get('/paper')).body.effective).toBe(now)
    })

    it('refuses a missing, duplicate or unknown transition and an invalid date', async () => {
      await http.add('page')
      const missing = await http.post('/page/@workflow').expect(400)
      expect(missing.body.error.type).toBe('BadRequest')
      await http.post('/page/@workflow/publish/now').expect(404)
      const unknown = await http.post('/page/@workflow/nope').expect(400)
      expect(unknown.body.error).toMatchObject({
        type: 'WorkflowException',
        message: expect.stringContaining("'nope'"),
      })
      const undated = await http.post('/page/@workflow/publish', { effective: 'soon' }).expect(400)
      expect(undated.body.error).toMatchObject({
        type: 'Bad Request',
        message: expect.stringContaining("'field': 'effective'"),
        errors: [{ field: 'effective' }],
      })
      const reversed = { effective: '2027-01-02', expires: '2027-01-01' }
      expect((await http.post('/page/@workflow/publish', reversed).expect(400)).body.error.type).toBe('Bad Request')
      expect((await http.get('/page')).body).toMatchObject({ review_state: 'private', effective: null })
      expect((await workflowOf('/page')).history).toHaveLength(1)
    })

    it('runs the transition on everything below, and skips objects without a workflow or already in the state', async () => {
      await http.add('page')
      await http.add('page', '/page', 'sub')
      await http.add('file', '/page')
      await http.add('page', '/page', 'done')
      await http.add('page', '/page/sub', 'leaf')
      await http.post('/page/done/@workflow/publish').expect(200)
      await http.post('/page/@workflow/publish', { include_children: true }).expect(200)
      for (const path of ['/page', '/page/sub', '/page/done', '/page/sub/leaf'])
        expect(await stateOf(path)).toBe('published')
      expect(await stateOf('/page/file')).toBeNull()
      expect((await workflowOf('/page/done')).history).toHaveLength(2)
    })

    it('sets the dates of the body on all changed objects', async () => {
      await http.add('page')
      await http.add('page', '/page', 'sub')
      const dates = { effective: '2018-06-24T09:17:00+00:00', expires: '2019-06-20T18:00:00+00:00' }
      await http.post('/page/@workflow/publish', { ...dates, include_children: true }).expect(200)
      expect((await http.get('/page')).body).toMatchObject(dates)
      expect((await http.get('/page/sub')).body).toMatchObject(dates)
    })

    it('returns the new state even if the caller loses access', async () => {
      await http.add('page')
      await http.post('/page/@workflow/submit').expect(200)
      const { body } = await http.post('/page/@workflow/reject', {}, 'rex').expect(200)
      expect(body).toMatchObject({ action: 'reject', actor: 'rex', review_state: 'private' })
      await http.get('/page/@workflow', 'rex').expect(401)
    })
  })
})
