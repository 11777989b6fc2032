import { createTestSite, type TestSite, type TestUser, testRoles } from '@plenum/testkit'
import fc from 'fast-check'
import type { ContentType } from '../content/model.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../foundation/json.js'
import { permission } from '../security/stockPermissions.js'
import type { Transition, WorkflowDefinition } from '../workflow/definition.js'
import type { Extensions } from './assemble.js'

// Few ids for many transitions: workflows of one chain collide on purpose.
const ids = ['go', 'back', 'jump'] as const
const callers = ['max', 'rex', 'edi', 'mia'] as const
const stateIds = ['s0', 's1', 's2'] as const
const guards = [undefined, ['Manager'], ['Reviewer', 'Manager'], ['Editor']] as const

interface Plan {
  readonly transitions: readonly {
    readonly id: string
    readonly to: number
    readonly guard: number
    readonly from: readonly number[]
  }[]
}

const plan: fc.Arbitrary<Plan> = fc.record({
  transitions: fc.subarray([...ids], { minLength: 1 }).chain(chosen =>
    fc.tuple(
      ...chosen.map(id =>
        fc.record({
          id: fc.constant(id as string),
          to: fc.nat({ max: 2 }),
          guard: fc.nat({ max: guards.length - 1 }),
          from: fc.subarray([0, 1, 2], { minLength: 1 }),
        }),
      ),
    ),
  ),
})

/** States that a plan leads to, from the first; others would be refused when the site is built. */
function reached({ transitions }: Plan): readonly number[] {
  const found = new Set([0])
  for (const state of found) for (const { from, to } of transitions) if (from.includes(state)) found.add(to)
  return [...found].sort()
}

const managed = (index: number): string => `Do what workflow ${index} allows`
const rolesIn = (state: number): readonly string[] => [['Manager'], ['Manager', 'Reviewer'], ['Editor']][state] ?? []

function definition(given: Plan, index: number): WorkflowDefinition {
  const states = reached(given)
  const transitions: Transition[] = given.transitions
    .filter(({ to }) => states.includes(to))
    .map(({ id, to, guard }) => {
      const roles = guards[guard]
      return { id, title: `${id} of ${index}`, to: stateIds[to] ?? 's0', ...(roles ? { guard: { roles } } : {}) }
    })
  return {
    id: `w${index}`,
    title: `Workflow ${index}`,
    stateVariable: index === 0 ? 'review_state' : `state_${index}`,
    initialState: 's0',
    managedPermissions: [managed(index)],
    historyGuard: {},
    transitions,
    states: states.map(state => ({
      id: stateIds[state] ?? 's0',
      title: `State ${state}`,
      transitions: given.transitions
        .filter(({ from, to }) => from.includes(state) && states.includes(to))
        .map(({ id }) => id),
      permissions: { [managed(index)]: { roles: rolesIn(state), acquired: false } },
    })),
  }
}

function extensions(chain: readonly WorkflowDefinition[]): Extensions {
  const thing: ContentType = {
    id: 'Thing',
    title: 'Thing',
    behaviors: ['plone.basic', 'contributing'],
    contains: null,
    addableAnywhere: true,
    addPermission: permission.add,
    layout: 'view',
    lockable: false,
    workflows: ['w0'],
  }
  return {
    types: [thing],
    behaviors: [{ name: 'contributing', workflows: [{ ids: chain.slice(1).map(({ id }) => id) }] }],
    workflows: chain,
    permissions: Object.fromEntries(chain.map((_, index) => [managed(index), []])),
  }
}

/** What the specification says, in as few words as possible. */
interface Model {
  readonly states: string[]
  readonly records: { workflow: string; action: string | null; state: string; actor: string }[]
}

const passes = ({ guard }: Transition, caller: TestUser): boolean =>
  !guard?.roles || guard.roles.some(role => (testRoles[caller] as readonly string[]).includes(role))

function leaving(chain: readonly WorkflowDefinition[], { states }: Model, index: number): readonly Transition[] {
  const exits = chain[index]?.states.find(({ id }) => id === states[index])?.transitions ?? []
  return (chain[index]?.transitions ?? []).filter(({ id }) => exits.includes(id))
}

function move(
  chain: readonly WorkflowDefinition[],
  model: Model,
  { id, caller }: { id: string; caller: TestUser },
): 'ok' | 'refused' {
  for (const [index, { id: workflow }] of chain.entries()) {
    const found = leaving(chain, model, index).find(transition => transition.id === id && passes(transition, caller))
    if (!found) continue
    model.states[index] = found.to
    model.records.push({ workflow, action: id, state: found.to, actor: caller })
    return 'ok'
  }
  const isThere = chain.some(({ transitions }, index) =>
    transitions.some(one => one.id === id && one.to === model.states[index] && passes(one, caller)),
  )
  return isThere ? 'ok' : 'refused'
}

/** Titles by the workflow under which they are listed. */
function listing(chain: readonly WorkflowDefinition[], model: Model, caller: TestUser): readonly (readonly string[])[] {
  const rows: string[][] = chain.map(() => [])
  const seen = new Set<string>()
  for (const [index] of chain.entries()) {
    for (const one of leaving(chain, model, index)
      .filter(transition => passes(transition, caller))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      if (seen.has(one.id)) continue
      seen.add(one.id)
      rows[chain.findIndex(({ transitions }) => transitions.some(({ id }) => id === one.id))]?.push(one.title)
    }
  }
  return rows
}

const listOf = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

async function agree(site: TestSite, chain: readonly WorkflowDefinition[], model: Model): Promise<void> {
  for (const caller of callers) {
    const status = await site.run('getWorkflow', '/thing', { as: caller, input: undefined })
    const entries = listOf(status.chain)
    expect(entries.map(({ state }) => (isJsonObject(state) ? state.id : null))).toEqual(model.states)
    expect(entries.map(entry => listOf(entry.transitions).map(({ title }) => title))).toEqual(
      listing(chain, model, caller),
    )
    expect(entries.map(entry => listOf(entry.history).map(({ action, actor }) => [action, actor]))).toEqual(
      chain.map(({ id }) =>
        model.records.filter(({ workflow }) => workflow === id).map(({ action, actor }) => [action, actor]),
      ),
    )
  }
  const { lineage } = await site.world.store.read(reader => reader.open('/thing'))
  for (const [index, state] of model.states.entries()) {
    const roles = rolesIn(stateIds.indexOf(state as (typeof stateIds)[number]))
    expect(lineage.at(-1)?.permissions[managed(index)]).toEqual({ roles, acquired: false })
  }
  const qualified = chain.map(({ id }, index) => `${id}|${model.states[index]}`)
  const found = await site.run('searchContent', '/', {
    as: 'max',
    input: {
      batch: { start: 0, size: 9 },
      metadata: [],
      fullObjects: false,
      parameters: { workflow_states: { query: qualified, operator: 'and' }, review_state: model.states[0] ?? '' },
    },
  })
  expect(found.items.map(item => item.workflow_states)).toEqual([qualified])
}

describe('workflows of one object, against a simple model', () => {
  it('states, listing, history, permissions and catalog agree after every sequence of moves', async () => {
    const calls = fc.array(fc.record({ id: fc.constantFrom(...ids, 'nope'), caller: fc.constantFrom(...callers) }), {
      maxLength: 8,
    })
    const sequences = fc.record({ plans: fc.array(plan, { minLength: 2, maxLength: 4 }), calls })
    const property = fc.asyncProperty(sequences, async given => {
      const chain = given.plans.map(definition)
      const site = await createTestSite({ extensions: extensions(chain) })
      await site.run('addContent', '/', { as: 'max', input: { '@type': 'Thing', id: 'thing', title: 'Thing' } })
      const model: Model = {
        states: chain.map(() => 's0'),
        records: chain.map(({ id }) => ({ workflow: id, action: null, state: 's0', actor: 'max' })),
      }
      for (const call of given.calls) {
        const answer = site.run('moveContent', '/thing', { as: call.caller, input: { transition: call.id, body: {} } })
        const outcome = await answer.then(
          () => 'ok',
          () => 'refused',
        )
        expect(outcome).toBe(move(chain, model, call))
      }
      await agree(site, chain, model)
    })
    await fc.assert(property, { numRuns: 1000 })
  }, 60_000)
})
