import { addPublished, createTestSite, type TestSite, testBase } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'
import { simplePublicationWorkflow } from '../../workflow/stockWorkflows.js'

const guarded = {
  ...simplePublicationWorkflow,
  id: 'guarded_publication',
  transitions: simplePublicationWorkflow.transitions.map(transition =>
    transition.id === 'publish'
      ? { ...transition, guard: { ...transition.guard, expression: 'no_conflicts' } }
      : transition,
  ),
}

let at: TestSite
let hall: string
let ada: string

beforeEach(async () => {
  at = await createTestSite({ extensions: { workflows: [guarded] } })
  await at.run('setTypeWorkflows', '/', { as: 'max', input: { type: 'Talk', workflows: ['guarded_publication'] } })
  await addPublished(at, '/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
  hall = await addWithUid('/venue', { '@type': 'Room', id: 'hall', title: 'Hall' })
  ada = await addWithUid('/', { '@type': 'Presenter', id: 'ada', title: 'Ada' })
  await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
})

async function addWithUid(container: string, body: JsonObject): Promise<string> {
  const path = await addPublished(at, container, body)
  const { content } = await at.run('getContent', path, { as: 'max', input: nothing })
  return String(content.UID)
}

const nothing = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }

const add = (id: string, from: string, to: string, rest: JsonObject = {}) =>
  at.run('addContent', '/schedule', {
    as: 'max',
    input: {
      ...{ '@type': 'Talk', id, title: `Talk ${id}`, room: [hall] },
      ...{ start: `2027-05-01T${from}:00Z`, end: `2027-05-01T${to}:00Z` },
      ...rest,
    },
  })

const publish = (path: string, body: JsonObject = {}) =>
  at.run('transitionContent', path, { as: 'max', input: { transition: 'publish', body } })

const patch = (path: string, body: JsonObject) =>
  at.run('editContent', path, { as: 'max', input: { body, representation: false } })

const refusal = { code: 'workflow-refused' }

describe('a guard with no_conflicts (docs/workflow-and-history.md, Guards, rule 6)', () => {
  it('refuses a slot whose room is occupied, and states the reason', async () => {
    await add('a', '09:00', '10:00')
    await add('b', '09:59', '11:00')
    await publish('/schedule/a')
    await expect(publish('/schedule/b')).rejects.toMatchObject({
      ...refusal,
      details: {
        blockers: [{ code: 'expression', expression: 'no_conflicts', message: expect.stringContaining('room') }],
      },
    })
    const { transitions } = await at.run('getWorkflow', '/schedule/b', { as: 'max', input: undefined })
    expect(transitions.map(({ '@id': id }) => id)).toEqual([`${testBase}/schedule/b/@workflow/submit`])
    await patch('/schedule/b', { start: '2027-05-01T10:00:00Z' })
    await publish('/schedule/b')
  })

  it('refuses a slot without a room, or whose presenter has another session or no time', async () => {
    await add('a', '09:00', '10:00', { room: [] })
    await expect(publish('/schedule/a')).rejects.toMatchObject(refusal)
    await patch('/schedule/a', { room: [hall], presenters: [ada] })
    await patch('/ada', { availability: [{ start: '2027-05-01T09:30:00Z' }] })
    await expect(publish('/schedule/a')).rejects.toMatchObject(refusal)
    await patch('/ada', { availability: [] })
    await publish('/schedule/a')
    const cellar = await addWithUid('/venue', { '@type': 'Room', id: 'c', title: 'C' })
    await add('b', '09:30', '10:00', { room: [cellar], presenters: [ada] })
    await expect(publish('/schedule/b')).rejects.toMatchObject(refusal)
  })

  it('takes into account the slots that the same request has published before', async () => {
    await add('a', '09:00', '10:00')
    await add('b', '09:30', '10:30')
    const all = { include_children: true }
    await at.run('transitionContent', '/schedule', { as: 'max', input: { transition: 'retract', body: {} } })
    await expect(publish('/schedule', all)).rejects.toMatchObject(refusal)
    await patch('/schedule/b', { start: '2027-05-01T10:00:00Z' })
    await publish('/schedule', all)
    const { items } = await at.run('getSchedule', '/', { input: { metadata: [] } })
    expect(items.flatMap(day => day.items)).toHaveLength(2)
  })

  it('lists the transition in explanations and dry runs as blocked', async () => {
    await add('a', '09:00', '10:00', { room: [] })
    const { items } = await at.run('getWorkflowDefinitions', '/schedule/a', { as: 'max', input: {} })
    const transition = items[0]?.transitions.find(({ id }) => id === 'publish')
    expect(transition).toMatchObject({ is_available: false, blockers: [{ expression: 'no_conflicts' }] })
    const input = { transition: 'publish', body: {} }
    expect(await at.run('previewTransition', '/schedule/a', { as: 'max', input })).toMatchObject({
      would_succeed: false,
    })
  })

  it('lets exactly one of two simultaneous transitions win', async () => {
    await add('a', '09:00', '10:00')
    await add('b', '09:30', '10:30')
    const outcomes = await Promise.allSettled([publish('/schedule/a'), publish('/schedule/b')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
