import { addPublished, createTestSite, runsOf, type TestSite, type TestUser } from '@plenum/testkit'
import fc from 'fast-check'
import type { JsonObject } from '../foundation/json.js'

interface Session {
  readonly title: string
  readonly hour: number
  readonly isPublic: boolean
}

type Programme = Map<string, Session>

const ids = ['a', 'b', 'c'] as const
const id = fc.constantFrom(...ids)

const step = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), id, title: fc.constantFrom('Moss', 'Fern', 'Lichen') }),
  fc.record({ kind: fc.constant('move' as const), id, hour: fc.integer({ min: 10, max: 14 }) }),
  fc.record({ kind: fc.constantFrom('publish' as const, 'retract' as const), id }),
  fc.record({ kind: fc.constant('remove' as const), id }),
  fc.record({ kind: fc.constant('release' as const) }),
  fc.record({ kind: fc.constant('option' as const), isOn: fc.boolean() }),
  fc.record({ kind: fc.constant('rename' as const) }),
)

type Step = (typeof step)['generate'] extends (...args: never[]) => { value: infer Value } ? Value : never

interface Model {
  working: Programme
  released: Programme
  readonly releases: Programme[]
  isOn: boolean
  path: string
}

async function runStep(at: TestSite, model: Model, next: Step, number: number): Promise<void> {
  const { working } = model
  const run = (name: 'editContent', path: string, body: JsonObject) =>
    at.run(name, path, { as: 'max', input: { body, representation: false } })
  if (next.kind === 'release') {
    await at.run('releaseSchedule', '/', { as: 'max', input: { name: `Release ${number}` } })
    model.released = new Map([...working].filter(([, { isPublic }]) => isPublic))
    model.releases.push(model.released)
  } else if (next.kind === 'option') {
    await run('editContent', '/', { release_schedule: next.isOn })
    model.isOn = next.isOn
  } else if (next.kind === 'rename') {
    const path = model.path === '/schedule' ? '/programme' : '/schedule'
    await run('editContent', model.path, { id: path.slice(1) })
    model.path = path
  } else await changeSession(at, model, next)
}

async function changeSession(at: TestSite, model: Model, next: Extract<Step, { id: string }>): Promise<void> {
  const { working, path: schedule } = model
  const path = `${schedule}/${next.id}`
  const session = working.get(next.id)
  const times = (hour: number) => ({ start: `2027-05-01T${hour}:00:00Z`, end: `2027-05-01T${hour}:30:00Z` })
  if (!session) {
    await addPublished(at, schedule, { '@type': 'Talk', id: next.id, title: 'New', ...times(12) })
    working.set(next.id, { title: 'New', hour: 12, isPublic: true })
    return
  }
  if (next.kind === 'remove') {
    await at.run('deleteContent', path, { as: 'max', input: undefined })
    working.delete(next.id)
    for (const release of model.releases) release.delete(next.id)
    return
  }
  if (next.kind === 'publish' || next.kind === 'retract') {
    const isPublic = next.kind === 'publish'
    if (session.isPublic === isPublic) return
    await at.run('transitionContent', path, { as: 'max', input: { transition: next.kind, body: {} } })
    working.set(next.id, { ...session, isPublic })
    return
  }
  const body = 'title' in next ? { title: next.title } : times('hour' in next ? next.hour : session.hour)
  await at.run('editContent', path, { as: 'max', input: { body, representation: false } })
  working.set(next.id, {
    ...session,
    ...('title' in next ? { title: next.title } : {}),
    ...('hour' in next ? { hour: next.hour } : {}),
  })
}

const listed = (programme: Programme, isShown: (id: string) => boolean) =>
  [...programme].flatMap(([name, { title, hour }]) => (isShown(name) ? `${name} ${title} ${hour}` : [])).sort()

async function scheduleFor(at: TestSite, as?: TestUser, release?: string) {
  const { items } = await at.run('getSchedule', '/', { as, input: { metadata: ['id'], release } })
  const slots = items.flatMap(day => day.items as readonly (JsonObject & { title: string; start: string })[])
  return slots.map(({ id: name, title, start }) => `${name} ${title} ${Number(start.slice(11, 13))}`).sort()
}

async function sessionsIn(at: TestSite, release: string) {
  const { items } = await at.run('getScheduleRelease', '/', { input: { release } })
  return new Map(items.map(session => [session['@id'], session]))
}

async function expectDifferences(at: TestSite, one: string, two: string): Promise<void> {
  const sessions = await sessionsIn(at, one)
  const { items } = await at.run('compareScheduleReleases', '/', { input: { one, two } })
  for (const { before, after } of items) {
    if (after) sessions.set(after['@id'], after)
    else if (before) sessions.delete(before['@id'])
  }
  const sorted = (map: typeof sessions) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))
  expect(sorted(sessions)).toEqual(sorted(await sessionsIn(at, two)))
}

async function searchFor(at: TestSite, as?: TestUser) {
  const input = {
    parameters: { portal_type: 'Talk' },
    batch: { start: 0, size: 9 },
    metadata: ['id'],
    fullObjects: false,
  }
  const { items } = await at.run('searchContent', '/', { as, input })
  const hits = items as readonly JsonObject[]
  return hits.map(({ id: name, title, start }) => `${name} ${title} ${Number(String(start).slice(11, 13))}`).sort()
}

it('visitors see the latest release and editors the working programme, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async steps => {
      const at = await createTestSite()
      await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
      const model: Model = { working: new Map(), released: new Map(), releases: [], isOn: false, path: '/schedule' }
      for (const [number, next] of steps.entries()) await runStep(at, model, next, number)
      const { working, released, releases, isOn } = model
      const isPublic = (name: string) => working.get(name)?.isPublic === true
      const isSeen = (name: string) => isPublic(name) && (!isOn || released.has(name))
      const programme = isOn ? released : working
      for (const reader of [undefined, 'mia', 'rex'] as const) {
        expect(await scheduleFor(at, reader)).toEqual(listed(programme, isSeen))
        expect(await searchFor(at, reader)).toEqual(listed(programme, isSeen))
      }
      expect(await scheduleFor(at, 'max')).toEqual(listed(working, isPublic))
      expect(await searchFor(at, 'max')).toEqual(listed(working, () => true))
      for (const [i, release] of releases.entries())
        expect(await scheduleFor(at, undefined, `${i + 1}`)).toEqual(listed(release, isSeen))
      for (const one of releases.keys())
        for (const two of releases.keys()) await expectDifferences(at, `${one + 1}`, `${two + 1}`)
    }),
    { numRuns: runsOf(100) },
  )
}, 120_000)
