import { buildNode } from '@plenum/testkit'
import { eventBehavior } from '../../event/eventBehavior.js'
import type { JsonObject } from '../../foundation/json.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import { permission, stockPermissions } from '../../security/permissions.js'
import { type Behavior, createRegistry } from '../model/model.js'
import { stockBehaviors } from '../model/stockBehaviors.js'
import { stockTypes } from '../model/stockTypes.js'
import type { ContentNode, FieldValues, StoredFile } from '../node/node.js'
import { catalogEntry, catalogFacts, hitOf, type Indexing } from './catalogEntry.js'

const room: Behavior = {
  name: 'room',
  fields: [
    { kind: 'set', name: 'room', title: 'Room', vocabulary: 'rooms' },
    { kind: 'list', name: 'seats', title: 'Seats', searchable: true },
    { kind: 'richText', name: 'text', title: 'Text', searchable: true },
    { kind: 'image', name: 'cover', title: 'Cover', hidden: true },
  ],
  indexer: lineage => ({
    indexes: { room: ['main'] },
    columns: { room: lineage.length, title: 'Titled by a behavior' },
  }),
}

const base = stockTypes.find(({ id }) => id === 'Link')
const types = base ? [...stockTypes, { ...base, id: 'Talk', behaviors: ['plone.basic', 'room'] }] : []

const registry = createRegistry({
  types,
  behaviors: [...stockBehaviors, eventBehavior, room],
  permissions: stockPermissions,
  roles: [],
  vocabularies: [],
})

const indexing: Indexing = {
  registry,
  indexers: [lineage => ({ indexes: { depth: lineage.length }, columns: { depth: lineage.length } })],
}

const root = buildNode('/', { type: 'Plone Site' })

function nodeWith(fields: FieldValues, overrides: Partial<ContentNode> = {}): ContentNode {
  return buildNode('/a', { fields, created: 10, modified: 20, ...overrides })
}

const endless: TimeSlice = { isOver: () => false, next: async () => {} }

const factsOf = (fields: FieldValues, overrides: Partial<ContentNode> = {}) =>
  catalogFacts([root, nodeWith(fields, overrides)], indexing)

const wordsFor = (fields: FieldValues, overrides: Partial<ContentNode> = {}) =>
  catalogEntry([root, nodeWith(fields, overrides)], indexing, endless)

const file: StoredFile = {
  digest: 'd',
  filename: 'a.png',
  'content-type': 'image/png',
  size: 9,
  width: 3,
  height: 2,
}

it('an image in a hidden field is not the image of the object, because no URL leads to it', () => {
  expect(factsOf({ cover: file }, { type: 'Talk' }).columns).not.toHaveProperty('image')
})

describe('the holders of an object', () => {
  it('are those with Access contents information, by role or by local role', () => {
    const permissions = {
      [permission.accessContents]: { roles: ['Owner', 'Reader'], acquired: false },
      [permission.view]: { roles: ['Anonymous'], acquired: false },
    }
    const localRoles = { 'user:ada': ['Owner'], 'user:bob': ['Editor'] }
    expect(factsOf({}, { permissions, localRoles }).holders).toEqual(['Owner', 'Reader', 'user:ada'])
  })
})

describe('the holders of an object with restricted View', () => {
  const holdersWith = (view: readonly string[], access: readonly string[], localRoles = {}) => {
    const permissions = {
      [permission.view]: { roles: view, acquired: false },
      [permission.accessContents]: { roles: access, acquired: false },
    }
    return factsOf({}, { permissions, localRoles }).holders
  }

  it('have both permissions, and a permission of everybody leaves the other list', () => {
    expect(holdersWith(['Editor', 'Member'], ['Anonymous', 'Reader'])).toEqual(['Editor', 'Member'])
    expect(holdersWith(['Anonymous'], ['Reader'])).toEqual(['Reader'])
    expect(holdersWith(['Editor', 'Owner'], ['Authenticated'])).toEqual(['Editor', 'Owner'])
    expect(holdersWith(['Authenticated'], ['Anonymous'])).toEqual(['Authenticated'])
    expect(holdersWith(['Editor', 'Reader'], ['Owner', 'Reader'])).toEqual(['Reader'])
    expect(holdersWith(['Editor'], [])).toEqual([])
  })

  it('include users with local roles for both permissions', () => {
    const localRoles = { 'user:ada': ['Owner', 'Editor'], 'user:bob': ['Editor'] }
    expect(holdersWith(['Editor'], ['Owner'], localRoles)).toEqual(['user:ada'])
  })
})

describe('the indexes of an object', () => {
  it('are those of every object', () => {
    const fields = {
      title: 'Day 2',
      subjects: ['red'],
      language: 'de',
      effective: 1,
      expires: 2,
      exclude_from_nav: true,
    }
    expect(factsOf(fields, { path: '/a/b', uid: 'u', creator: 'ada' }).indexes).toEqual({
      UID: 'u',
      getId: 'b',
      portal_type: 'Document',
      Creator: 'ada',
      created: 10,
      modified: 20,
      effective: 1,
      expires: 2,
      Subject: ['red'],
      sortable_title: 'day 000002',
      is_folderish: true,
      exclude_from_nav: true,
      Language: 'de',
      depth: 2,
    })
  })

  it('lack dates that were never set or were cleared', () => {
    const { indexes } = factsOf({ expires: null, start: null })
    expect(['effective', 'expires', 'start', 'end'].filter(name => name in indexes)).toEqual([])
    expect(indexes).toMatchObject({ exclude_from_nav: false, Subject: [], Language: '' })
  })

  it('contain start and end of an event, and identify containers', () => {
    expect(factsOf({ start: 5, end: 6 }, { type: 'Event' }).indexes).toMatchObject({
      start: 5,
      end: 6,
      is_folderish: true,
    })
    expect(factsOf({}, { type: 'Link' }).indexes).toMatchObject({ is_folderish: false })
  })

  it('sort titles without case and accents, and numbers by value', () => {
    const titled = (title: string) => factsOf({ title }).indexes.sortable_title
    expect(titled('  Über Straßen ')).toBe('uber strassen')
    expect(['Day 10', 'Day 2', 'day 1'].map(titled)).toEqual(['day 000010', 'day 000002', 'day 000001'])
    expect(titled('x'.repeat(500))).toHaveLength(100)
  })

  it('and the columns include additions of the behaviors of its type', () => {
    expect(factsOf({}, { type: 'Talk' })).toMatchObject({
      indexes: { room: ['main'], depth: 2 },
      columns: { room: 2, depth: 2, title: 'Titled by a behavior' },
    })
    expect(factsOf({}, { type: 'Document' }).indexes).not.toHaveProperty('room')
  })

  it('require a lineage that is not empty', () => {
    expect(() => catalogFacts([], indexing)).toThrow('lineage is empty')
  })
})

describe('the words of an object', () => {
  it('come from the title, the description and all searchable fields', async () => {
    const { titleWords, descriptionWords, words } = await wordsFor({
      title: 'Über uns',
      description: 'Who we are',
      subjects: ['Red Fox'],
      rights: 'not searchable',
    })
    expect(titleWords).toEqual(['uber', 'uns'])
    expect(descriptionWords).toEqual(['who', 'we', 'are'])
    expect(words.toSorted()).toEqual(['are', 'fox', 'red', 'uber', 'uns', 'we', 'who'])
  })

  it('are empty if no text is set', async () => {
    expect(await wordsFor({ title: null, description: null, subjects: [] })).toMatchObject({
      titleWords: [],
      descriptionWords: [],
      words: [],
    })
  })

  it('of rich text exclude its markup', async () => {
    const text = { data: '<h1 class="big">Hello</h1><p>new<br>world</p>', 'content-type': 'text/html' }
    expect((await wordsFor({ text, seats: ['first row'] }, { type: 'Talk' })).words.toSorted()).toEqual([
      'first',
      'hello',
      'new',
      'row',
      'world',
    ])
  })

  it.each<[string, JsonObject, readonly string[]]>([
    [
      'the plain text of a block',
      { '@type': 'slate', plaintext: 'read me', value: [{ text: 'not me' }] },
      ['read', 'me'],
    ],
    [
      'the text of a block',
      { '@type': 'slate', value: [{ type: 'p', children: [{ text: 'deep text' }] }] },
      ['deep', 'text'],
    ],
    ['the title of a teaser', { '@type': 'teaser', title: 'Look', href: 'nowhere' }, ['look']],
    ['blocks in columns', { '@type': 'gridBlock', blocks: { x: { '@type': 'slate', plaintext: 'inner' } } }, ['inner']],
    ['text without its markup', { '@type': 'text', text: '<b>bold</b>' }, ['bold']],
    ['no words of an image', { '@type': 'image', url: '/a/b', alt: 7 }, []],
  ])('include %s', async (_, block, words) => {
    expect((await wordsFor({ blocks: { a: block } })).words).toEqual(words)
  })

  it('do not include those of other JSON', async () => {
    expect((await wordsFor({ blocks_layout: { items: ['id of a block'] } })).words).toEqual([])
  })

  it('include those of the first million characters after folding, because few characters can fold to many', async () => {
    const { words } = await wordsFor({ description: '\ufdfa '.repeat(100_000) })
    expect(words.join('').length).toBeLessThanOrEqual(1_000_000)
    expect(words.join('').length).toBeGreaterThan(999_900)
  })

  it('are extracted from a long text in time slices', async () => {
    let scheduler = 0
    const next = async () => {
      scheduler += 1
    }
    const slice = { isOver: () => true, next }
    const node = nodeWith({ description: 'word '.repeat(100_000) })
    await catalogEntry([root, node], indexing, slice)
    expect(scheduler).toBeGreaterThan(20)
  })
})

describe('the columns of an object', () => {
  it('store the values of summaries, with times in milliseconds, and omit null', () => {
    expect(
      factsOf({ title: 'A', effective: 1, creators: ['ada'], nav_title: 'N' }, { creator: 'ada' }).columns,
    ).toEqual({
      title: 'A',
      description: '',
      subjects: [],
      effective: 1,
      nav_title: 'N',
      exclude_from_nav: false,
      creators: ['ada'],
      block_types: [],
      Creator: 'ada',
      created: 10,
      modified: 20,
      depth: 2,
    })
  })

  it('contain the name of the image field and its file', () => {
    expect(factsOf({ image: file }, { type: 'Image' }).columns).toMatchObject({ image: { field: 'image', file }, file })
    expect(Object.keys(factsOf({ image: null }, { type: 'News Item' }).columns)).not.toContain('image')
  })

  it('contain a file that is not an image', () => {
    const pdf = { ...file, 'content-type': 'application/pdf' }
    const { columns } = factsOf({ file: pdf }, { type: 'File' })
    expect([columns.file, columns.image]).toEqual([pdf, undefined])
  })

  it('list the types of blocks, each once', () => {
    const blocks = { a: { '@type': 'slate' }, b: { '@type': 'title' }, c: { '@type': 'slate' }, d: null, e: {} }
    expect(factsOf({ blocks }).columns.block_types).toEqual(['slate', 'title'])
  })
})

describe('the summary facts of a loaded object', () => {
  it('equal those of a search hit', () => {
    const node = nodeWith({ title: 'A' }, { type: 'Talk' })
    const lineage = [root, node]
    const { columns } = catalogFacts(lineage, indexing)
    expect(hitOf(lineage, indexing)).toEqual({ uid: node.uid, path: '/a', type: 'Talk', position: 0, columns })
  })
})
