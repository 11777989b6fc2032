import assert from 'node:assert/strict'
import { createSite, type DueRun, type Platform, type Site } from '@plenum/core'
import { shippedWorkflows, stateOf } from '@plenum/core/workflow'
import fc from 'fast-check'
import { createTestSite, type TestSite } from '../testSite.js'

/**
 * Opens two stores on the same empty database, as two processes would. Without a database, both stores are the same
 * object.
 */
export type OpenTwoStores = () => Promise<readonly [Platform['store'], Platform['store']]>

const day = 86_400_000
const workflow = shippedWorkflows.find(({ id }) => id === 'simple_publication_workflow')
const transitions = ['publish', 'submit', 'reject', 'retract'] as const
const pages = 3

const page = fc.nat(pages - 1)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('plan' as const), page, days: fc.integer({ min: 1, max: 6 }) }),
  },
  fc.record({ kind: fc.constant('cancel' as const), page, index: fc.nat(3) }),
  fc.record({ kind: fc.constant('move' as const), page }),
  fc.record({ kind: fc.constant('rename' as const), page }),
  fc.record({ kind: fc.constant('copy' as const), page }),
  fc.record({ kind: fc.constant('delete' as const), page }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }) },
)
const steps = fc.array(fc.record({ step, transition: fc.constantFrom(...transitions) }), { maxLength: 14 })

interface Plan {
  readonly id: string
  readonly transition: string
  readonly at: number
  readonly key: string
  isRefused?: boolean
}

interface Page {
  path: string
  state: string
  plans: Plan[]
  /** The comments of the planned transitions that were run. */
  readonly ran: string[]
}

/**
 * Checks that each planned transition runs exactly once and in order, although two sites with the same database run due
 * transitions concurrently while objects are renamed, copied, moved to other states and deleted.
 */
export async function plansFollowTheModel(open: OpenTwoStores, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(steps, async sequence => {
    const stores = (await open()).map(onTestClock)
    const [store, other] = stores
    if (!store || !other) throw new Error('No stores.')
    const test = await createTestSite({ store })
    const sites = [test.site, createSite({ ...test.platform, store: other })]
    const model: (Page | null)[] = []
    for (let i = 0; i < pages; i++) model.push(await addPage(test, i))
    for (const [number, one] of sequence.entries()) await take(test, { sites, model, number, ...one })
    await take(test, { sites, model, number: -1, step: { kind: 'wait', days: 30 }, transition: 'publish' })
    for (const one of new Set(stores)) await one.close()
  })
  await fc.assert(property, { numRuns })
}

const onTestClock = (store: Platform['store']): Platform['store'] => ({
  ...store,
  read: (task, state) =>
    store.read(reader => task({ ...reader, facts: async () => ({ ...(await reader.facts()), clock: null }) }), state),
})

async function addPage({ run }: TestSite, number: number): Promise<Page> {
  const id = `page-${number}`
  await run('addContent', '/', { as: 'max', input: { '@type': 'Document', id, title: id } })
  return { path: `/${id}`, state: 'private', plans: [], ran: [] }
}

interface Taken {
  readonly sites: readonly Site[]
  readonly model: (Page | null)[]
  readonly number: number
  readonly step: Step
  readonly transition: string
}

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function take(test: TestSite, { sites, model, number, step: taken, transition }: Taken): Promise<void> {
  if (taken.kind === 'wait') {
    test.clock.now += taken.days * day
    await runAll(sites)
    for (const one of model) if (one) runInModel(one, test.clock.now)
  } else {
    const one = model[taken.page]
    if (!one) return
    if (taken.kind === 'delete') model[taken.page] = null
    await change(test, { page: one, step: taken, transition, key: `Plan ${number}` })
  }
  for (const one of model) if (one) await agree(test, one)
}

async function runAll(sites: readonly Site[]): Promise<void> {
  let runs: readonly DueRun[]
  do {
    runs = await Promise.all(sites.map(site => site.runDue({ limit: 2, onError: error => assert.fail(String(error)) })))
  } while (runs.some(({ hasMore }) => hasMore))
}

function runInModel(one: Page, now: number): void {
  const due = one.plans.filter(({ at, isRefused }) => at <= now && !isRefused).sort((a, b) => a.at - b.at)
  for (const plan of due) {
    const outcome = runTransition(one, plan.transition)
    if (outcome === 'refused') plan.isRefused = true
    else one.plans = one.plans.filter(({ id }) => id !== plan.id)
    if (outcome === 'moved') one.ran.push(plan.key)
  }
}

function runTransition(one: Page, transition: string): 'moved' | 'there' | 'refused' {
  const to = workflow?.transitions.find(({ id }) => id === transition)?.to
  if (!workflow || to === undefined) return 'refused'
  if (!stateOf(workflow, one.state)?.transitions.includes(transition)) return to === one.state ? 'there' : 'refused'
  one.state = to
  return 'moved'
}

interface Changed {
  readonly page: Page
  readonly step: Exclude<Step, { readonly kind: 'wait' }>
  readonly transition: string
  readonly key: string
}

async function change({ run, clock }: TestSite, { page: one, step: taken, transition, key }: Changed): Promise<void> {
  const { path } = one
  if (taken.kind === 'plan') {
    const at = clock.now + taken.days * day
    const body = { at: new Date(at).toISOString(), comment: key }
    const { id } = await run('planTransition', path, { as: 'max', input: { transition, body } })
    one.plans.push({ id, transition, at, key })
  } else if (taken.kind === 'cancel') {
    const plan = one.plans[taken.index]
    if (plan) await run('cancelWorkflowPlan', path, { as: 'max', input: { id: plan.id } })
    one.plans = one.plans.filter(other => other !== plan)
  } else if (taken.kind === 'move') {
    const outcome = runTransition(one, transition)
    const moving = run('transitionContent', path, { as: 'max', input: { transition, body: {} } })
    if (outcome === 'refused') await assert.rejects(moving)
    else await moving
  } else if (taken.kind === 'rename') {
    one.path = `${path}x`
    await run('editContent', path, { as: 'max', input: { body: { id: one.path.slice(1) }, representation: false } })
  } else if (taken.kind === 'copy') {
    await run('copyObjects', '/', { as: 'max', input: { source: path } })
  } else await run('deleteContent', path, { as: 'max', input: undefined })
}

async function agree({ run }: TestSite, { path, state, plans, ran }: Page): Promise<void> {
  assert.equal(await run('getState', path, { as: 'max', input: {} }), state)
  const { items } = await run('getWorkflowPlans', path, { as: 'max', input: undefined })
  const byId = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
  assert.deepEqual(
    items.map(({ id, transition, refused }) => [id, transition, refused !== null]).sort(byId),
    plans.map(({ id, transition, isRefused = false }) => [id, transition, isRefused]).sort(byId),
  )
  const history = await run('getHistory', path, { as: 'max', input: { start: 0, size: null } })
  const planned = history.filter(entry => entry.type === 'workflow' && entry.planned_by === 'max')
  assert.deepEqual(planned.map(({ comments }) => comments).reverse(), ran)
}
