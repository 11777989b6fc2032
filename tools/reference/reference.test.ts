import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTestSite, type TestSite } from '@plenum/testkit'
import type { RegisteredType } from '../../packages/core/src/content/model/model.js'
import type { JsonObject } from '../../packages/core/src/foundation/json.js'
import { assemble } from '../../packages/core/src/site/admin/assemble.js'
import { chainOf } from '../../packages/core/src/workflow/chain.js'
import { program } from '../../packages/server/src/main.js'
import { commandLinePage } from './commandLine.js'
import { contentTypesPage, exampleBody } from './contentTypes.js'

const folder = path.resolve(import.meta.dirname, '../../docs/reference')
const renewal = 'RENEW=1'

function compare(name: string, page: string): void {
  const file = path.join(folder, name)
  if (process.env.RENEW) writeFileSync(file, page)
  expect({ renewal, text: existsSync(file) ? readFileSync(file, 'utf8') : '' }).toEqual({ renewal, text: page })
}

let test: TestSite
let environment: ReturnType<typeof assemble>

beforeAll(async () => {
  test = await createTestSite()
  environment = assemble(test.platform, {})
})

/**
 * Returns the vocabularies with at most ten terms on an empty site. These vocabularies are assumed to be the same on
 * every site.
 */
async function fixedTerms(): Promise<ReadonlyMap<string, readonly string[]>> {
  const entries = await Promise.all(
    [...environment.vocabularies.keys()].map(async name => {
      const { items } = await test.run('getVocabulary', '/', { as: 'max', input: { name, batch: null } })
      return [name, items.map(({ token }) => String(token))] as const
    }),
  )
  return new Map(entries.filter(([, { length }]) => length > 0 && length <= 10))
}

describe('docs/reference/content-types.md', () => {
  it('lists every type and field of the registry (npm run docs:reference)', async () => {
    const { registry, workflows } = environment
    const workflowsOf = (type: RegisteredType) => chainOf({}, type, workflows).map(({ title }) => title)
    compare('content-types.md', contentTypesPage({ registry, fixed: await fixedTerms(), workflowsOf }))
  })

  it('contains examples that the service accepts, and stores completely', async () => {
    const typeOf = (id: string) => environment.registry.type(id)
    const edited = { body: exampleBody(typeOf('Plone Site')), representation: false }
    await addExample({ ...exampleBody(typeOf('Image')), id: 'picture' })
    await addExample({ '@type': 'Document', id: 'page', title: 'Page' })
    await test.run('editContent', '/', { as: 'max', input: edited })
    const rest = [...environment.registry.types.keys()].filter(
      id => !['Plone Site', 'Image', 'Tech Event', ...inOrder].includes(id),
    )
    for (const id of [...inOrder, ...rest, 'Tech Event']) {
      if (id === 'Tech Event') await test.run('editControlPanel', '/', { as: 'max', input: severalEvents })
      const body = exampleBody(typeOf(id))
      const stored = await addExample({ ...body, id: ids[id] ?? id })
      const missing = Object.keys(body).filter(name => isEmpty(stored[name]))
      expect({ id, missing }).toEqual({ id, missing: [] })
    }
  })
})

/**
 * The types whose examples are added first, in this order, because later examples refer to them or are added to them.
 */
const inOrder = ['Venue', 'Room', 'Presenter', 'Schedule', 'SponsorsDB', 'SponsorLevel']
const ids: Readonly<Record<string, string>> = { Presenter: 'ana' }
const severalEvents = { name: 'tech-event-settings', body: { support_multiple_events: true } }
const slots = ['Break', 'Keynote', 'LightningTalks', 'Meeting', 'OpenSpace', 'Slot', 'Talk', 'Training']
const containers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(slots.map(id => [id, '/Schedule'])),
  Room: '/Venue',
  SponsorLevel: '/SponsorsDB',
  Sponsor: '/SponsorsDB/SponsorLevel',
}
let roomUid = ''

/** Adds an example to the container for its type, and returns its payload. */
async function addExample(example: JsonObject): Promise<JsonObject> {
  const container = containers[String(example['@type'])] ?? '/'
  const room: JsonObject = example.room ? { room: [roomUid] } : {}
  const answer = await test.run('addContent', container, { as: 'max', input: { ...example, ...room } })
  const content: JsonObject = { ...answer.content }
  if (content['@type'] === 'Room') roomUid = String(content.UID)
  return content
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

describe('docs/reference/command-line.md', () => {
  it('lists every command and option (npm run docs:reference)', () =>
    compare('command-line.md', commandLinePage(program())))
})

describe('docs/reference/blocks.md', () => {
  const page = readFileSync(path.join(folder, 'blocks.md'), 'utf8')
  const sourceOf = (name: string) => readFileSync(path.join(folder, '../../packages/pages/src/blocks', name), 'utf8')
  const rowsOf = (text: string) =>
    [...text.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, names = '']) =>
      names.replaceAll('`', '').split(', '),
    )

  it('lists every block that the pages show', () => {
    const shown = [...sourceOf('blocks.tsx').matchAll(/^ {2}\['(\w+)', \w+\],$/gm)].map(([, name]) => name)
    expect(shown.length).toBeGreaterThan(10)
    expect(rowsOf(page.split('## Slate')[0] ?? '').sort()).toEqual(shown.sort())
  })

  it('lists every slate type', () => {
    const [, elements = ''] = /const elements = \{(.*?)\}/s.exec(sourceOf('slate.tsx')) ?? []
    const types = [...elements.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
    const listed = rowsOf(page.split('## Slate')[1] ?? '')
    expect([...listed, 'h1'].sort()).toEqual([...types, 'link'].sort())
  })
})
