import { type JsonObject, languageNegotiator } from '@plenum/core'
import { addPublished, createTestSite, runsOf, type TestSite } from '@plenum/testkit'
import fc from 'fast-check'
import { calendarOf, languageFor, releaseText } from './releaseMail.js'

const base = 'https://conf.example'
const sessions = ['/schedule/a', '/schedule/b', '/schedule/c']
const presenters = ['/ada', '/bo']
const rooms = ['/venue/hall', '/venue/cellar']
const everything = [...sessions, ...presenters, ...rooms]
const object = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }

const titles = /\bT\d+x\b/g
const titlesIn = (text: string): readonly string[] => text.match(titles) ?? []

const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), path: fc.constantFrom(...everything) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('show' as const), path: fc.constantFrom(...everything) }) },
  fc.record({ kind: fc.constant('hide' as const), path: fc.constantFrom(...everything) }),
  fc.record({ kind: fc.constant('room' as const), path: fc.constantFrom(...sessions), i: fc.nat(1) }),
  fc.record({ kind: fc.constant('persons' as const), path: fc.constantFrom(...sessions), i: fc.nat(3) }),
  fc.record({ kind: fc.constant('expire' as const), path: fc.constantFrom(...sessions) }),
  fc.record({ kind: fc.constant('option' as const), isOn: fc.boolean() }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('send' as const) }) },
)

type Step = (typeof step)['generate'] extends (...args: never[]) => { value: infer Value } ? Value : never

async function createSiteWithProgramme() {
  const at = await createTestSite({ mailer: { base, post: () => {} } })
  let count = 0
  const title = () => {
    count += 1
    return `T${count}x`
  }
  const uid = async (path: string) =>
    String((await at.run('getContent', path, { as: 'max', input: object })).content.UID)
  await addPublished(at, '/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
  await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  for (const id of ['hall', 'cellar']) await addPublished(at, '/venue', { '@type': 'Room', id, title: title() })
  for (const id of ['ada', 'bo'])
    await addPublished(at, '/', { '@type': 'Presenter', id, title: title(), email: `${id}@example.org` })
  const uids = new Map<string, string>()
  for (const path of [...presenters, ...rooms]) uids.set(path, await uid(path))
  const uidsOf = (paths: readonly string[]) => paths.map(path => uids.get(path) ?? '')
  for (const id of ['a', 'b', 'c'])
    await addPublished(at, '/schedule', {
      ...{ '@type': 'Talk', id, title: title(), presenters: uidsOf(presenters), room: uidsOf(['/venue/hall']) },
      ...{ start: '2027-05-01T10:00:00Z', end: '2027-05-01T10:30:00Z' },
    })
  await at.run('editContent', '/', { as: 'max', input: { body: { mail_presenters: true }, representation: false } })
  return { at, title, uidsOf }
}

type Programme = Awaited<ReturnType<typeof createSiteWithProgramme>>

async function runStep({ at, title, uidsOf }: Programme, next: Step): Promise<void> {
  const edit = (path: string, body: JsonObject) =>
    at.run('editContent', path, { as: 'max', input: { body, representation: false } })
  const move = (path: string, transition: string) =>
    at.run('transitionContent', path, { as: 'max', input: { transition, body: {} } }).catch(() => null)
  if (next.kind === 'rename') await edit(next.path, { title: title() })
  else if (next.kind === 'show') await move(next.path, 'publish')
  else if (next.kind === 'hide') await move(next.path, 'retract')
  else if (next.kind === 'room') await edit(next.path, { room: uidsOf([rooms[next.i] ?? '']) })
  else if (next.kind === 'persons')
    await edit(next.path, { presenters: uidsOf(presenters.filter((_, i) => (next.i >> i) % 2 === 1)) })
  else if (next.kind === 'expire') await edit(next.path, { expires: '2026-01-01T00:00:00Z' })
  else if (next.kind === 'option') await edit('/', { release_schedule: next.isOn })
  else if (next.kind === 'release') await at.run('releaseSchedule', '/', { as: 'max', input: { name: title() } })
}

/**
 * Returns all titles that visitors can currently read: the titles of objects, and the titles of sessions in releases.
 */
async function publicTitles(at: TestSite): Promise<ReadonlySet<string>> {
  const texts: string[] = []
  const read = async (answer: Promise<unknown>) => void texts.push(JSON.stringify(await answer.catch(() => null)))
  for (const path of everything) await read(at.run('getContent', path, { input: object }))
  const { items } = await at.run('listScheduleReleases', '/', { input: undefined })
  texts.push(JSON.stringify(items))
  for (const { number } of items) await read(at.run('getScheduleRelease', '/', { input: { release: String(number) } }))
  return new Set(texts.flatMap(titlesIn))
}

async function send(at: TestSite): Promise<readonly string[]> {
  const choose = languageFor(languageNegotiator(at.site))
  const texts: string[] = []
  for (let next = await at.site.mails.next('me'); next; next = await at.site.mails.next('me')) {
    const { mail, contents } = next
    const language = choose(contents.languages)
    const { subject, text } = releaseText(contents, language)
    texts.push(`${subject}\n${text}\n${await calendarOf(at.site, contents, { base, ...language })}`)
    await at.site.mails.record('me', mail, null)
  }
  return texts
}

describe('emails to presenters', () => {
  it('contain no title that visitors may not view (docs/schedule.md, Emails to presenters, rule 3)', async () => {
    let mails = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async steps => {
        const programme = await createSiteWithProgramme()
        const { at } = programme
        for (const next of [...steps, { kind: 'release' as const }, { kind: 'send' as const }]) {
          await runStep(programme, next)
          if (next.kind !== 'send') continue
          const known = await publicTitles(at)
          for (const text of await send(at)) {
            mails += 1
            expect(titlesIn(text).filter(title => !known.has(title))).toEqual([])
          }
        }
      }),
      { numRuns: runsOf(1000) },
    )
    expect(mails).toBeGreaterThan(5)
  }, 120_000)
})
