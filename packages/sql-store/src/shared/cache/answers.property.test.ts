import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSite, type JsonValue, type OperationName, type Site, translator, writeJson } from '@plenum/core'
import { createTestSite, type TestSite, testMember } from '@plenum/testkit'
import fc from 'fast-check'
import Database from 'libsql'
import { sqliteStore } from '../../sqlite/store.js'

const folder = mkdtempSync(join(tmpdir(), 'plenum-remembered-'))
afterAll(() => rmSync(folder, { recursive: true }))

let file = ''
const open = () => sqliteStore({ open: () => new Database(file) })
const german = translator({ Page: 'Seite', Talk: 'Vortrag', Published: 'Öffentlich', Publish: 'Freigeben' })
const languages = { en: translator({}), de: german }
const callers = {
  nobody: { kind: 'anonymous' },
  mia: testMember('mia'),
  edi: testMember('edi'),
  max: testMember('max'),
} as const

const bases = ['http://one.example', 'http://two.example/plenum']

interface Asker {
  readonly caller: keyof typeof callers
  readonly language: keyof typeof languages
  readonly base: string
}

const manager: Asker = { caller: 'max', language: 'en', base: 'http://one.example' }

const askers: fc.Arbitrary<Asker> = fc.record({
  caller: fc.constantFrom('nobody', 'mia', 'edi', 'max'),
  language: fc.constantFrom('en', 'de'),
  base: fc.constantFrom(...bases),
})

interface Call {
  readonly name: OperationName
  readonly path: string
  readonly input: unknown
}

const call = (name: OperationName, path: string, input?: unknown): Call => ({ name, path, input })
const places = ['/', '/page', '/page/below', '/s/talk', '/venue/room', '/speaker', '/link', '/poll']
const listing = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: true }

const questions: fc.Arbitrary<Call> = fc.oneof(
  fc.constantFrom(...places).map(path => call('getContent', path, listing)),
  fc.constantFrom({}, { fullObjects: true }, { metadata: ['modified'] }).map(more => {
    return call('searchContent', '/', { ...listing, ...more, parameters: { sort_on: 'path' } })
  }),
  fc.constantFrom(...places).map(path => call('getWorkflow', path)),
  fc.constantFrom(...places).map(path => call('getHistory', path, { start: 0, size: null })),
  fc.constant(call('getPoll', '/poll')),
)

const edit = (path: string, body: object) => call('editContent', path, { body, representation: false })
const someone = fc.constantFrom('mia', 'edi')

const changes: fc.Arbitrary<Call> = fc.oneof(
  fc.constantFrom(...places.slice(1)).chain(path => fc.constantFrom('A', 'B').map(title => edit(path, { title }))),
  fc
    .constantFrom(...places.slice(1))
    .chain(path =>
      fc
        .constantFrom('publish', 'retract', 'reject', 'open')
        .map(transition => call('transitionContent', path, { transition, body: {} })),
    ),
  fc
    .constantFrom(...places)
    .chain(path =>
      fc
        .tuple(someone, fc.boolean())
        .map(([id, Reader]) => call('editSharing', path, { entries: [{ id, type: 'user', roles: { Reader } }] })),
    ),
  fc.constantFrom('2026-01-01T00:00:00Z', '2027-01-01T03:00:00Z', null).map(expires => edit('/speaker', { expires })),
  fc.constantFrom('mia@example.org', 'm@example.org').map(email => edit('/speaker', { email })),
  fc.constantFrom('Mia', 'M.').map(fullname => call('editUser', '/', { id: 'max', body: { fullname } })),
  fc.constant(call('castVote', '/poll', { body: { option_id: 1 }, token: () => null, admit: async () => {} })),
  fc.constant(call('lockContent', '/page', {})),
  fc
    .constantFrom('/page/below', '/below')
    .map(source => call('relocateObjects', source === '/below' ? '/page' : '/', { source })),
  fc
    .constantFrom({ default_language: 'de' }, { default_language: 'en' })
    .map(body => call('editControlPanel', '/', { name: 'language', body })),
)

const hour = 60 * 60 * 1000

/** An event before a request: a change, the passing of an hour, or nothing. */
const events = fc.oneof(changes, fc.constant('an hour' as const), fc.constant(null), fc.constant(null))

async function fill({ run }: TestSite): Promise<void> {
  const add = async (body: { '@type': string; id: string } & Record<string, JsonValue>, at = '/') =>
    (await run('addContent', at, { as: 'max', input: { title: body.id, ...body } })).content
  const publish = (path: string) =>
    run('transitionContent', path, { as: 'max', input: { transition: 'publish', body: {} } })
  await add({ '@type': 'Venue', id: 'venue' })
  const room = await add({ '@type': 'Room', id: 'room' }, '/venue')
  const speaker = await add({ '@type': 'Presenter', id: 'speaker', email: 'a@example.org' })
  await add({ '@type': 'Schedule', id: 's' })
  await add({ '@type': 'Talk', id: 'talk', presenters: [String(speaker.UID)], room: [String(room.UID)] }, '/s')
  await add({ '@type': 'Document', id: 'page' })
  await add({ '@type': 'Document', id: 'below' }, '/page')
  await add({ '@type': 'Link', id: 'link', remoteUrl: 'https://elsewhere.example' })
  const options = ['Yes', 'No'].map((description, option_id) => ({ option_id, description }))
  await add({ '@type': 'collective.polls.poll', id: 'poll', options })
  for (const path of ['/page', '/s/talk', '/speaker', '/link', '/s', '/venue', '/venue/room']) await publish(path)
}

async function answerOf({ site, test }: { site: Site; test: TestSite }, { name, path, input }: Call, asker: Asker) {
  const { caller, language, base } = asker
  const task = test.site.scheduler.begin()
  try {
    const request = { path, base, language, translate: languages[language], caller: callers[caller], task }
    const tags: unknown[] = []
    const isKnown = (known: unknown) => tags.push(known) < 0
    const answer = (await site.run(name, {
      ...request,
      isUnmodified: isKnown,
      input: () => input as never,
    })) as JsonValue
    const text = (await writeJson(answer ?? null, task, piece => piece)).join('')
    return { text, tags, plain: JSON.stringify(answer ?? null) }
  } catch (error) {
    return { refused: String(error) }
  } finally {
    task.end()
  }
}

async function agree(test: TestSite, asking: readonly (readonly [Call, Asker])[]): Promise<void> {
  const begun = open()
  const fresh = createSite({ ...test.platform, store: begun.content, users: begun.users })
  for (const [question, asker] of asking) {
    const expected = await answerOf({ site: fresh, test }, question, asker)
    const remembered = await answerOf({ site: test.site, test }, question, asker)
    expect({ question, asker, ...remembered }).toEqual({ question, asker, ...expected })
    if ('text' in remembered) expect(remembered.text).toBe(remembered.plain)
  }
  await begun.close()
}

async function openSite() {
  file = join(folder, `${Math.random()}.db`)
  const { content, users, close } = open()
  const test = await createTestSite({ store: content, users })
  await fill(test)
  return { test, close }
}

const change = (test: TestSite, happened: Call) => answerOf({ site: test.site, test }, happened, manager)

it('cached answers equal those of a fresh process for each caller, language and base', async () => {
  const { test, close } = await openSite()
  const all = Object.keys(callers).flatMap(caller =>
    bases.flatMap(base => ['en', 'de'].map(language => ({ caller, language, base }) as Asker)),
  )
  const questionList = [
    ...places.flatMap(path => [call('getContent', path, listing), call('getHistory', path, { start: 0, size: null })]),
    call('searchContent', '/', { ...listing, parameters: { sort_on: 'path' } }),
  ]
  const askAll = async (inOrder: readonly Asker[]) => {
    for (const asker of inOrder)
      await agree(
        test,
        questionList.map(question => [question, asker] as const),
      )
  }
  await askAll(all)
  await change(test, call('editUser', '/', { id: 'max', body: { fullname: 'M.' } }))
  // The order is reversed, so that the last caller before the change is the first caller after it.
  await askAll(all.toReversed())
  await close()
})

it('cached answers equal those of a fresh process after any writes, for any caller and language', async () => {
  const { test, close } = await openSite()
  const questionLists = fc.array(fc.tuple(questions, askers), { minLength: 1, maxLength: 4 })
  const steps = fc.array(fc.tuple(events, questionLists), { minLength: 10, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(steps, async chosen => {
      for (const [happened, asking] of chosen) {
        if (happened === 'an hour') test.clock.now += hour
        else if (happened) await change(test, happened)
        for (const each of asking) await agree(test, [each])
      }
    }),
    { numRuns: Number(process.env.REMEMBERED_RUNS ?? 3) },
  )
  await close()
})
