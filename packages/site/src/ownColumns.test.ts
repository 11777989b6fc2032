import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  anonymous,
  type Behavior,
  type ContentType,
  createSite,
  dublinCore,
  type Member,
  ModelError,
  memoryStore,
  type Site,
} from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import { openSite } from './openSite.js'

const ana: Member = { kind: 'member', id: 'ana', fullname: 'Ana', roles: ['Manager'], groups: [] }

const portioned: Behavior = {
  name: 'kitchen.portions',
  fields: [{ name: 'portions', title: 'Portions', kind: 'integer' }],
  indexer: lineage => {
    const portions = lineage.at(-1)?.fields.portions ?? null
    return { indexes: { portions: [String(portions)] }, columns: { portions, secret: 'not listed' } }
  },
  indexes: { portions: 'value' },
  columns: ['portions'],
}

const recipe: ContentType = {
  id: 'Recipe',
  title: 'Recipe',
  behaviors: [...dublinCore, portioned.name],
  addPermission: 'Add portal content',
  addableAnywhere: true,
  layout: 'view',
  lockable: true,
  contains: null,
}

interface Columns {
  readonly portions: number | null
  readonly secret: string
}

const extensions = { types: [recipe], behaviors: [portioned] }

describe.each(['memory', 'SQLite'])('the columns of an application in %s', kind => {
  let site: Site
  let close: () => Promise<void>

  beforeEach(async () => {
    if (kind === 'memory') {
      site = createSite(createNodePlatform(memoryStore()), extensions)
      await site.initialize({ title: 'Kitchen', creator: 'ana' })
      close = async () => {}
    } else {
      const directory = mkdtempSync(path.join(tmpdir(), 'plenum-columns-'))
      const opened = await openSite({ database: path.join(directory, 'site.sqlite'), extensions, background: false })
      site = opened
      close = async () => {
        await opened.close()
        rmSync(directory, { recursive: true })
      }
    }
    const { content } = site.as(ana)
    await content.create('/', { '@type': 'Recipe', title: 'Soup', portions: 4 })
    await content.create('/', { '@type': 'Document', title: 'About' })
  })
  afterEach(() => close())

  const search = async (metadata: readonly string[]) => {
    const parameters = { sort_on: 'sortable_title', portal_type: ['Document', 'Recipe'] }
    return (await site.as(ana).search<Columns>('/', parameters, { metadata })).items
  }

  it('are in summaries if a request names them or _all, and null for other objects', async () => {
    expect((await search(['portions'])).map(({ portions }) => portions)).toEqual([null, 4])
    expect((await search(['_all'])).map(({ title, portions }) => [title, portions])).toEqual([
      ['About', null],
      ['Soup', 4],
    ])
    expect((await search(['Title'])).map(item => 'portions' in item)).toEqual([false, false])
    expect((await search(['_all', 'secret'])).map(item => 'secret' in item)).toEqual([false, false])
  })

  it('follow changes, and are in the listing of a container and in searches', async () => {
    await site.as(ana).content.update('/soup', { portions: 6 })
    const { items = [] } = await site.as(ana).content.get('/', { metadata: ['portions'] })
    expect(items.map(item => ('portions' in item ? item.portions : 'missing'))).toEqual([6, null])
    expect((await site.as(ana).search('/', { portions: '6' })).total).toBe(1)
    expect((await site.as(anonymous).search('/', { portions: '6' })).total).toBe(0)
  })

  it('are in the vocabulary of metadata', async () => {
    const name = 'plone.app.vocabularies.MetadataFields'
    const { items } = await site.as(ana).vocabularies.get('/', name, { tokens: ['portions'] })
    expect(items.map(({ token }) => token)).toContain('portions')
  })
})

it('is refused with reserved names, without an indexer, and twice', () => {
  const behaviors: Behavior[] = [
    portioned,
    { ...portioned, name: 'twice', fields: [], indexes: {} },
    { name: 'wrong', columns: ['working', 'start'] },
  ]
  const create = () => createSite(createNodePlatform(memoryStore()), { behaviors })
  expect(create).toThrow(ModelError)
  for (const problem of [
    'Behavior wrong: the name of the column working is reserved; choose another name.',
    'Behavior wrong: the name of the column start is reserved; choose another name.',
    'Behavior wrong: lists columns, but has no indexer.',
    'Column portions: more than one behavior lists it.',
  ])
    expect(create).toThrow(problem)
})
