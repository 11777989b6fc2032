import type { Extensions, JsonObject } from '@plenum/core'
import type { ExpressionContext, WorkflowDefinition } from '@plenum/core/workflow'
import { buildType, createTestSite, freshStores } from '@plenum/testkit'
import { openDatabase } from '../database.js'

const stores = freshStores(file => openDatabase(file).content, afterAll)
const publication = 'simple_publication_workflow'

const state = (id: string, transitions: readonly string[], variables = {}) => ({
  id,
  title: id,
  transitions,
  permissions: {},
  variables,
})

const silent: WorkflowDefinition = {
  id: 'silent',
  title: 'Silent',
  stateVariable: 'silent_state',
  initialState: 'start',
  managedPermissions: [],
  historyGuard: {},
  recordsHistory: false,
  states: [state('start', ['finish']), state('done', [])],
  transitions: [{ id: 'finish', title: 'Finish', to: 'done' }],
}

const silentPrimary: WorkflowDefinition = { ...silent, id: 'quiet', stateVariable: 'review_state' }

const retention: WorkflowDefinition = {
  id: 'retention',
  title: 'Retention',
  stateVariable: 'retention_state',
  initialState: 'kept',
  managedPermissions: [],
  historyGuard: {},
  variables: [
    { id: 'years', default: 0, isKept: true },
    { id: 'reason', default: 'none' },
    { id: 'by', default: null },
  ],
  states: [
    state('kept', ['prolong', 'release'], { reason: 'by law' }),
    state('longer', ['release']),
    state('free', []),
  ],
  transitions: [
    { id: 'prolong', title: 'Prolong', to: 'longer', variables: { years: 10, reason: { expression: 'said' } } },
    {
      id: 'release',
      title: 'Release',
      to: 'free',
      variables: { by: { expression: 'who' } },
      guard: { expression: 'hasReason' },
    },
  ],
}

const extensions: Extensions = {
  workflows: [silent, silentPrimary, retention],
  behaviors: [
    { name: 'silent', workflows: [{ ids: ['silent'] }] },
    { name: 'retained', workflows: [{ ids: ['retention'] }] },
  ],
  types: [
    buildType('Paper', { behaviors: ['plone.basic', 'silent'] }),
    buildType('File card', { behaviors: ['plone.basic', 'retained'] }),
    buildType('Quiet', { workflows: ['quiet'] }),
  ],
  expressions: {
    said: ({ comments }: ExpressionContext) => `because ${comments}`,
    who: ({ caller }: ExpressionContext) => (caller.kind === 'member' ? caller.id : null),
    hasReason: ({ comments, variables }: ExpressionContext) => comments !== '' && variables.retention?.years !== 0,
  },
}

describe.each(stores)('workflow checklist, records of workflows in %s', (_name, openStore) => {
  async function object(of: string) {
    const store = openStore()
    const site = await createTestSite({ store, extensions })
    await site.run('addContent', '/', { as: 'max', input: { '@type': of, id: 'one', title: 'One' } })
    return {
      move: (transition: string, comment = '') =>
        site.run('transitionContent', '/one', { as: 'max', input: { transition, body: { comment } } }),
      status: () => site.run('getWorkflow', '/one', { as: 'max', input: undefined }),
      history: (): Promise<readonly JsonObject[]> =>
        site.run('getHistory', '/one', { as: 'max', input: { start: 0, size: null } }),
      states: () => site.run('getStates', '/one', { as: 'max', input: undefined }),
      records: () => store.read(async reader => reader.records((await reader.open('/one')).lineage.at(-1)?.uid ?? '')),
    }
  }

  it('an object whose additional workflow records nothing has the history of publication, before and after', async () => {
    const { move, status, history, states, records } = await object('Paper')
    const workflows = async () => (await history()).map(({ workflow_id }) => workflow_id)
    expect(await workflows()).toEqual([publication])
    expect(await move('finish')).toMatchObject({ review_state: 'private', action: null })
    expect(await states()).toEqual({ [publication]: 'private', silent: 'done' })
    expect(await workflows()).toEqual([publication])
    expect(await status()).toMatchObject({
      history: [{ review_state: 'private' }],
      chain: [{ history: [{}] }, { workflow_id: 'silent', state: { id: 'done' }, history: [] }],
    })
    await move('publish')
    expect(await workflows()).toEqual([publication, publication])
    expect((await records()).every(({ workflow }) => workflow === publication)).toBe(true)
  })

  it('a transition in a primary workflow that records nothing answers from the state (docs/workflow-and-history.md, Transitions, rule 4)', async () => {
    const { move, status, history, states } = await object('Quiet')
    const answer = {
      action: null,
      actor: '',
      comments: '',
      review_state: 'done',
      time: '2027-01-01T00:00:00+00:00',
      title: 'done',
    }
    expect(await move('finish')).toEqual(answer)
    expect(await move('finish')).toEqual(answer)
    expect(await states()).toEqual({ quiet: 'done' })
    expect(await status()).toMatchObject({ state: { id: 'done' }, history: [], transitions: [] })
    expect(await history()).toEqual([])
  })

  it('records contain the value of the state, else of the transition, else the previous one if it is preserved, else the default', async () => {
    const { move, status, history } = await object('File card')
    await move('prolong', 'it matters')
    await move('release', 'time is up')
    const values = ({ years, reason, by }: JsonObject) => ({ years, reason, by })
    const expected = [
      { years: 0, reason: 'by law', by: null },
      { years: 10, reason: 'because it matters', by: null },
      { years: 10, reason: 'none', by: 'max' },
    ]
    const entries = (await history()).filter(({ workflow_id }) => workflow_id === 'retention')
    expect(entries.map(values)).toEqual(expected.toReversed())
    const { chain } = await status()
    expect(chain).toMatchObject([{}, { history: expected }])
  })

  it('a guard receives variables and the comment: its transition is hidden from lists, and runs with the right comment', async () => {
    const { move, status } = await object('File card')
    await expect(move('release', 'now')).rejects.toMatchObject({ code: 'workflow-refused' })
    await move('prolong')
    expect(await status()).toMatchObject({ chain: [{}, { transitions: [] }] })
    await expect(move('release')).rejects.toMatchObject({ code: 'workflow-refused' })
    await move('release', 'time is up')
    expect(await status()).toMatchObject({ chain: [{}, { state: { id: 'free' } }] })
  })
})
