import { buildNode, uidFor } from '@plenum/testkit'
import { eventBehavior } from '../../event/eventBehavior.js'
import { stockPermissions } from '../../security/permissions.js'
import { type Behavior, createRegistry, type SummaryContext } from '../model/model.js'
import { stockBehaviors } from '../model/stockBehaviors.js'
import { stockTypes } from '../model/stockTypes.js'
import type { ContentNode, FieldValues, StoredFile } from '../node/node.js'
import type { SearchHit } from '../store/catalog.js'
import { hitOf } from './catalogEntry.js'
import { summarize, summaryMetadata } from './summary.js'

const levels: Behavior = { name: 'level', summary: { keys: ({ path }) => ({ level: `level of ${path}` }) } }
const link = stockTypes.find(({ id }) => id === 'Link')

const registry = createRegistry({
  types: link ? [...stockTypes, { ...link, id: 'Sponsor', behaviors: ['level'] }] : [],
  behaviors: [...stockBehaviors, eventBehavior, levels],
  permissions: stockPermissions,
  roles: [],
  vocabularies: [],
})

function entryOf(fields: FieldValues, overrides: Partial<ContentNode> = {}): SearchHit {
  const node = buildNode('/t/s', {
    fields,
    created: Date.UTC(2027, 0, 1),
    modified: Date.UTC(2027, 0, 2),
    ...overrides,
  })
  const states = () => ({ columns: { review_state: 'private', workflow_states: ['simple|private'] } })
  return hitOf([node], { registry, indexers: [states] })
}

const photo: StoredFile = {
  digest: 'd'.repeat(64),
  filename: 'photo.png',
  'content-type': 'image/png',
  size: 1229,
  width: 40,
  height: 20,
}

const photoEntry = entryOf({ image: photo }, { path: '/photos/one', type: 'Image' })

const context: SummaryContext = {
  base: 'http://site.example',
  registry,
  translate: text => `${text} (de)`,
  age: () => 0,
  visible: uid => (uid === photoEntry.uid ? photoEntry : undefined),
  node: () => undefined,
}

const summaryOf = (fields: FieldValues, overrides: Partial<ContentNode> = {}) =>
  summarize(entryOf(fields, overrides), context)

describe('a summary', () => {
  it('has Subject and the 17 keys of docs/content-and-access.md, Summaries, rule 1', () => {
    expect(summaryOf({ title: 'A', description: 'B', subjects: ['red'] })).toEqual({
      '@id': 'http://site.example/t/s',
      '@type': 'Document',
      Subject: ['red'],
      description: 'B',
      effective: '1969-12-31T00:00:00+00:00',
      end: null,
      getObjSize: '0 KB',
      getRemoteUrl: null,
      head_title: null,
      image_field: '',
      image_scales: null,
      mime_type: 'text/plain',
      nav_title: null,
      review_state: 'private',
      start: null,
      title: 'A',
      type_title: 'Page (de)',
      workflow_states: ['simple|private'],
    })
  })

  it('has dates in UTC', () => {
    const fields = { effective: Date.UTC(2027, 0, 3), start: Date.UTC(2027, 2, 1, 9), end: Date.UTC(2027, 2, 1, 10) }
    expect(summaryOf(fields, { type: 'Event' })).toMatchObject({
      effective: '2027-01-03T00:00:00+00:00',
      start: '2027-03-01T09:00:00+00:00',
      end: '2027-03-01T10:00:00+00:00',
    })
  })

  it('of a link has its address, and of a file its size and kind', () => {
    expect(summaryOf({ remoteUrl: 'https://example.org' }, { type: 'Link' })).toMatchObject({
      getRemoteUrl: 'https://example.org',
    })
    const file = { ...photo, 'content-type': 'application/pdf' }
    expect(summaryOf({ file }, { type: 'File' })).toMatchObject({ getObjSize: '1.2 KB', mime_type: 'application/pdf' })
  })

  it('has percent-encoded addresses', () => {
    expect(summaryOf({}, { path: '/With Space' })['@id']).toBe('http://site.example/With%20Space')
  })

  it('includes keys that the behaviors of its type add', () => {
    expect(summaryOf({}, { type: 'Sponsor' })).toMatchObject({ level: 'level of /t/s', '@type': 'Sponsor' })
    expect(summaryOf({})).not.toHaveProperty('level')
  })
})

describe('the image of a summary', () => {
  const scales = { icon: { download: `@@images/image-32-${'d'.repeat(32)}.png`, width: 32, height: 16 } }

  it('is the image of the object itself', () => {
    expect(summaryOf({ image: photo }, { type: 'News Item' })).toMatchObject({
      image_field: 'image',
      image_scales: { image: [{ filename: 'photo.png', width: 40, scales }] },
    })
  })

  it('is otherwise that of the related object, with the path of that object', () => {
    expect(summaryOf({ preview_image_link: photoEntry.uid })).toMatchObject({
      image_field: 'preview_image_link',
      image_scales: { preview_image_link: [{ base_path: '/photos/one', scales }] },
    })
    expect(summaryOf({ image: photo, preview_image_link: photoEntry.uid }, { type: 'News Item' })).toMatchObject({
      image_field: 'image',
    })
  })

  it('is missing if the related object is deleted or hidden from the caller', () => {
    expect(summaryOf({ preview_image_link: uidFor('/hidden') })).toMatchObject({ image_field: '', image_scales: null })
  })
})

describe('additional keys of a summary', () => {
  const metadata = (names: readonly string[], fields: FieldValues = {}, overrides: Partial<ContentNode> = {}) =>
    summaryMetadata(names, entryOf(fields, overrides), context)

  it('contain the requested columns; unknown columns are ignored', () => {
    expect(metadata(['Title', 'UID', 'nope', 'constructor', '_x'], { title: 'A' })).toEqual({
      Title: 'A',
      UID: uidFor('/t/s'),
    })
    expect(metadata([])).toEqual({})
  })

  it('include all columns for _all', () => {
    expect(metadata(['_all'], { title: 'A', description: 'B', creators: ['ada'] }, { creator: 'ada' })).toEqual({
      CreationDate: '2027-01-01T00:00:00+00:00',
      Creator: 'ada',
      Date: '2027-01-02T00:00:00+00:00',
      Description: 'B',
      EffectiveDate: 'None',
      ExpirationDate: 'None',
      ModificationDate: '2027-01-02T00:00:00+00:00',
      Title: 'A',
      Type: 'Page (de)',
      UID: uidFor('/t/s'),
      block_types: [],
      created: '2027-01-01T00:00:00+00:00',
      exclude_from_nav: false,
      expires: '2499-12-31T00:00:00+00:00',
      getIcon: false,
      getId: 's',
      getPath: '/t/s',
      getURL: 'http://site.example/t/s',
      hasPreviewImage: false,
      id: 's',
      is_folderish: true,
      level: null,
      listCreators: ['ada'],
      location: null,
      modified: '2027-01-02T00:00:00+00:00',
      portal_type: 'Document',
    })
  })

  it('include the publication and expiration dates, and use the publication date as Date if it is set', () => {
    const fields = { effective: Date.UTC(2027, 0, 3), expires: Date.UTC(2027, 0, 4) }
    expect(metadata(['Date', 'EffectiveDate', 'ExpirationDate', 'expires'], fields)).toEqual({
      Date: '2027-01-03T00:00:00+00:00',
      EffectiveDate: '2027-01-03T00:00:00+00:00',
      ExpirationDate: '2027-01-04T00:00:00+00:00',
      expires: '2027-01-04T00:00:00+00:00',
    })
  })

  it('report whether an image exists', () => {
    const names = ['getIcon', 'hasPreviewImage', 'is_folderish']
    expect(metadata(names, { image: photo }, { type: 'Image' })).toEqual({
      getIcon: true,
      hasPreviewImage: false,
      is_folderish: false,
    })
    expect(metadata(names, { preview_image_link: 'x' })).toMatchObject({ getIcon: false, hasPreviewImage: true })
  })
})
