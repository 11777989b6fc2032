import { createSite, type OperationName, type Site, translateEnglish } from '@plenum/core'
import { shippedWorkflows } from '@plenum/core/workflow'
import { createNodePlatform } from '@plenum/platform'
import { type PostgresStore, postgresStore } from '@plenum/sql-store'
import { freshDatabases } from '@plenum/testkit'

const fresh = freshDatabases(afterAll)
const pairs = 10
const opened: PostgresStore[] = []

afterAll(() => Promise.all(opened.map(store => store.close())))

const [guarded] = shippedWorkflows
  .filter(({ id }) => id === 'simple_publication_workflow')
  .map(workflow => ({
    ...workflow,
    id: 'guarded_publication',
    transitions: workflow.transitions.map(transition =>
      transition.id === 'publish' ? { ...transition, guard: { expression: 'no_conflicts' } } : transition,
    ),
  }))

async function openSite(url: string): Promise<Site> {
  const store = await postgresStore({ url, readers: 2 })
  opened.push(store)
  return createSite(createNodePlatform(store, { passwordCost: 10 }), { workflows: guarded ? [guarded] : [] })
}

const admin = { kind: 'member', id: 'admin', fullname: '', roles: ['Manager'], groups: [] } as const

const run = <N extends OperationName>(
  site: Site,
  name: N,
  path: string,
  input: Parameters<typeof site.run<N>>[1]['input'],
) => site.run(name, { path, caller: admin, base: 'http://site.example', translate: translateEnglish, input })

it('one of every two slots in a room is published when 20 stores publish 10 overlapping pairs at the same time', async () => {
  const url = await fresh()
  const first = await openSite(url)
  await first.initialize({ title: 'Site', creator: 'admin' })
  await run(first, 'setTypeWorkflows', '/', () => ({ type: 'Talk', workflows: ['guarded_publication'] }))
  await run(first, 'addContent', '/', () => ({ '@type': 'Venue', id: 'venue', title: 'Venue' }))
  await run(first, 'addContent', '/', () => ({ '@type': 'Schedule', id: 'schedule', title: 'Schedule' }))
  const sites = [first, ...(await Promise.all(Array.from({ length: 2 * pairs - 1 }, () => openSite(url))))]
  const times = [
    { start: '2027-05-01T09:00:00Z', end: '2027-05-01T10:00:00Z' },
    { start: '2027-05-01T09:59:00Z', end: '2027-05-01T11:00:00Z' },
  ]
  for (let pair = 0; pair < pairs; pair++) {
    const room = await run(first, 'addContent', '/venue', () => ({ '@type': 'Room', id: `${pair}`, title: `${pair}` }))
    const { content } = await run(first, 'getContent', room.path, () => object)
    for (const [i, time] of times.entries())
      await run(first, 'addContent', '/schedule', () => ({
        ...{ '@type': 'Talk', id: `${pair}-${i}`, title: 'Talk', room: [String(content.UID)] },
        ...time,
      }))
  }
  const outcomes = await Promise.allSettled(
    sites.map((site, i) =>
      run(site, 'transitionContent', `/schedule/${i >> 1}-${i % 2}`, () => ({ transition: 'publish', body: {} })),
    ),
  )
  const winners = outcomes.map(({ status }) => Number(status === 'fulfilled'))
  expect(Array.from({ length: pairs }, (_, pair) => (winners[2 * pair] ?? 0) + (winners[2 * pair + 1] ?? 0))).toEqual(
    Array.from({ length: pairs }, () => 1),
  )
  const refusals = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? outcome.reason.code : []))
  expect(new Set(refusals)).toEqual(new Set(['workflow-refused']))
  const { items } = await run(first, 'getScheduleConflicts', '/', () => undefined)
  expect(items.filter(({ kind }) => kind === 'room')).toEqual([])
}, 120_000)

const object = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }
