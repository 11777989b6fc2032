import { createTestSite, eventually, password, type TestUser } from '@plenum/testkit'
import request from 'supertest'
import { createApp } from './createApp.js'

const at = '2027-02-01T09:00:00+01:00'

async function client() {
  const test = await createTestSite()
  const agent = request(createApp(test.site, { publicUrl: 'http://site.example' }))
  const as = (user: TestUser | undefined, call: request.Test) => (user ? call.auth(user, password) : call)
  const get = (path: string, user?: TestUser) => as(user, agent.get(path))
  const post = (path: string, user?: TestUser, body?: object) => as(user, agent.post(path).send(body))
  const cancel = (path: string, user?: TestUser) => as(user, agent.delete(path))
  const patch = (path: string, user?: TestUser, body?: object) => as(user, agent.patch(path).send(body))
  await post('/', 'max', { '@type': 'Document', id: 'page', title: 'Page' })
  return { ...test, get, post, cancel, patch }
}

describe('POST @workflow/{transition} with at', () => {
  it('is 202 with the plan, and the transition runs at that time', async () => {
    const { site, clock, platform, get, post } = await client()
    const { clock: databaseClock } = await platform.store.read(reader => reader.facts())
    const due = Math.ceil((databaseClock ?? clock.now) / 1000) * 1000 + 1000
    const answer = await post('/page/@workflow/publish', 'max', { at: new Date(due).toISOString(), comment: 'Later' })
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      transition: 'publish',
      at: `${new Date(due).toISOString().slice(0, 19)}+00:00`,
      planned_by: 'max',
    })
    expect((await get('/page')).status).toBe(401)
    if (databaseClock === null) clock.now = due
    await eventually('the transition', async () => (await site.runDue()).ran === 1)
    expect((await get('/page')).status).toBe(200)
    const { body } = await get('/page/@workflow', 'max')
    expect(body.history.at(-1)).toMatchObject({ action: 'publish', actor: 'max', planned_by: 'max', comments: 'Later' })
  })

  it.each([
    ['/page/@workflow/publish', { at: 'soon' }, 'BadRequest', /not for soon/],
    ['/page/@workflow/publish', { at: '2026-01-01' }, 'BadRequest', /has passed/],
    ['/page/@workflow/publish', { at, include_children: true }, 'BadRequest', /include_children/],
    ['/page/@workflow/publish?dry_run=1', { at }, 'BadRequest', /dry run/],
    ['/page/@workflow', { at }, 'BadRequest', /must contain the name of a transition/],
    ['/page/@workflow/none', { at }, 'WorkflowException', /provides the 'none'/],
  ])('%s with %j is 400', async (address, body, type, text) => {
    const { post } = await client()
    const answer = await post(address, 'max', body)
    expect(answer.status).toBe(400)
    expect(answer.body.error ?? answer.body).toMatchObject({ type, message: expect.stringMatching(text) })
  })

  it('with another revision in If-Match is 412, and plans nothing', async () => {
    const { get, post } = await client()
    expect((await post('/page/@workflow/publish', 'max', { at }).set('If-Match', '"99-x"')).status).toBe(412)
    expect((await get('/page/@workflow-plans', 'max')).body.items).toEqual([])
  })
})

describe('@workflow-plans', () => {
  it('lists the plans of an object, with the address that cancels each', async () => {
    const { get, post, cancel } = await client()
    const { body: plan } = await post('/page/@workflow/publish', 'max', { at })
    const url = 'http://site.example/page/@workflow-plans'
    expect((await get('/page/@workflow-plans', 'max')).body).toEqual({
      '@id': url,
      paused: false,
      items: [
        {
          '@id': `${url}/${plan.id}`,
          id: plan.id,
          workflow: 'simple_publication_workflow',
          workflow_title: 'Simple Publication Workflow',
          transition: 'publish',
          title: 'Publish',
          at: plan.at,
          planned_by: 'max',
          comment: '',
          can_cancel: true,
          refused: null,
        },
      ],
    })
    expect((await cancel(`/page/@workflow-plans/${plan.id}`, 'mia')).status).toBe(401)
    expect((await cancel(`/page/@workflow-plans/${plan.id}`, 'max')).status).toBe(204)
    expect((await cancel(`/page/@workflow-plans/${plan.id}`, 'max')).status).toBe(404)
    expect((await get('/page/@workflow-plans', 'max')).body.items).toEqual([])
  })

  it('pauses all plans of the site, for Managers', async () => {
    const { get, patch } = await client()
    expect((await patch('/@workflow-plans', 'sia', { paused: true })).status).toBe(401)
    expect((await patch('/page/@workflow-plans', 'max', { paused: true })).status).toBe(404)
    expect((await patch('/@workflow-plans', 'max', { paused: 'yes' })).status).toBe(400)
    expect((await patch('/@workflow-plans', 'max', { paused: true })).status).toBe(204)
    expect((await get('/page/@workflow-plans', 'max')).body.paused).toBe(true)
    expect((await get('/', 'max')).body).not.toHaveProperty('transitions_paused')
  })
})
