import assert from 'node:assert/strict'
import type { InputOf } from '@plenum/core'
import type { WorkflowDefinition } from '@plenum/core/workflow'
import fc from 'fast-check'
import type { OpenStore } from '../freshStores.js'
import { createTestSite, type TestSite, type TestUser } from '../testSite.js'
import { callers, definition, extensions, ids, managed, plan, rolesIn, stateIds } from './arbitraryChains.js'
import { isRunnable, listing, type Model, move } from './workflowModel.js'

/**
 * Checks that workflows follow a simple model while random callers run random transitions in random chains of 2 to 4
 * workflows that share transition ids. Compares states, listings, history, permissions and the catalog.
 */
export async function workflowsFollowTheModel(open: OpenStore, numRuns: number): Promise<void> {
  const calls = fc.array(fc.record({ id: fc.constantFrom(...ids, 'nope'), caller: fc.constantFrom(...callers) }), {
    maxLength: 8,
  })
  const sequences = fc.record({ plans: fc.array(plan, { minLength: 2, maxLength: 4 }), calls })
  const property = fc.asyncProperty(sequences, async sequence => {
    const chain = sequence.plans.map(definition)
    const site = await createTestSite({ store: open(), extensions: extensions(chain) })
    await site.run('addContent', '/', { as: 'max', input: { '@type': 'Thing', id: 'thing', title: 'Thing' } })
    const model: Model = {
      states: chain.map(() => 's0'),
      records: chain.map(({ id }) => ({ workflow: id, action: null, state: 's0', actor: 'max' })),
    }
    for (const call of sequence.calls) {
      const request = { as: call.caller, input: { transition: call.id, body: {} } }
      const preview = await previewed(site, request)
      const answer = site.run('transitionContent', '/thing', request)
      const outcome = await answer.then(
        () => 'ok',
        () => 'refused',
      )
      assert.equal(outcome, move(chain, model, call))
      assert.equal(preview.would_succeed, outcome === 'ok')
      const after = preview.objects[0]?.workflow_states.after
      if (after) assert.deepEqual(after, qualifiedStates(chain, model))
    }
    await agree(site, chain, model)
    await site.platform.store.close()
  })
  await fc.assert(property, { numRuns })
}

async function previewed(
  site: TestSite,
  request: { readonly as: TestUser; readonly input: InputOf<'previewTransition'> },
) {
  const stamp = async () => (await site.platform.store.state()).content
  const before = await stamp()
  const preview = await site.run('previewTransition', '/thing', request)
  assert.equal(await stamp(), before)
  return preview
}

const qualifiedStates = (chain: readonly WorkflowDefinition[], { states }: Model) =>
  chain.map(({ id }, index) => `${id}|${states[index]}`)

async function agree(site: TestSite, chain: readonly WorkflowDefinition[], model: Model): Promise<void> {
  for (const caller of callers) {
    const status = await site.run('getWorkflow', '/thing', { as: caller, input: undefined })
    const entries = status.chain ?? []
    assert.deepEqual(
      entries.map(({ state }) => state.id),
      model.states,
    )
    assert.deepEqual(
      entries.map(entry => entry.transitions.map(({ title }) => title)),
      listing(chain, model, caller),
    )
    assert.deepEqual(
      entries.map(entry => entry.history.map(({ action, actor }) => [action, actor])),
      chain.map(({ id }) =>
        model.records.filter(({ workflow }) => workflow === id).map(({ action, actor }) => [action, actor]),
      ),
    )
    await explains(site, { chain, model, caller })
  }
  const { lineage } = await site.platform.store.read(reader => reader.open('/thing'))
  for (const [index, state] of model.states.entries()) {
    const roles = rolesIn(stateIds.indexOf(state as (typeof stateIds)[number]))
    assert.deepEqual(lineage.at(-1)?.permissions[managed(index)], { roles, acquired: false })
  }
  await findsByStates(site, chain, model)
}

interface Explained {
  readonly chain: readonly WorkflowDefinition[]
  readonly model: Model
  readonly caller: TestUser
}

/**
 * Checks that a transition is available if and only if it has no blockers. A conflict must name the workflow that runs
 * the transition instead.
 */
async function explains(site: TestSite, { chain, model, caller }: Explained): Promise<void> {
  const { items } = await site.run('getWorkflowDefinitions', '/thing', { as: 'max', input: { user: caller } })
  const first = new Map<string, string>()
  for (const [index, { id: workflow, transitions }] of items.entries())
    for (const { id, is_available, blockers } of transitions) {
      const other = first.get(id)
      const codes = blockers.map(({ code }) => code)
      const isExpected = isRunnable(chain, model, { index, id, caller })
      assert.deepEqual([is_available, codes.every(code => code === 'conflict')], [isExpected, isExpected])
      assert.deepEqual(
        blockers.flatMap(blocker => (blocker.code === 'conflict' ? [blocker.other_workflow] : [])),
        other === undefined ? [] : [other],
      )
      if (isExpected && other === undefined) first.set(id, workflow)
    }
}

async function findsByStates(site: TestSite, chain: readonly WorkflowDefinition[], model: Model): Promise<void> {
  const qualified = qualifiedStates(chain, model)
  const parameters = { workflow_states: { query: qualified, operator: 'and' }, review_state: model.states[0] ?? '' }
  const input = { batch: { start: 0, size: 9 }, metadata: [], fullObjects: false, parameters }
  const hits = await site.run('searchContent', '/', { as: 'max', input })
  assert.deepEqual(
    hits.items.map(item => item.workflow_states),
    [qualified],
  )
}
