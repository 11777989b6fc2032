import type { JsonObject } from '../../foundation/json.js'
import type { Field } from '../fields/field.js'
import { textsOf } from './searchWords.js'

const blocks: Field = { kind: 'json', name: 'blocks', title: '' }
const draft = (text: string): JsonObject => ({ blocks: [{ key: 'a', text, type: 'unstyled' }], entityMap: {} })
const slate = (text: string): JsonObject[] => [
  { type: 'p', children: [{ text }, { type: 'link', children: [{ text: 'link' }] }] },
]

describe('searchable texts of blocks (docs/content-and-access.md, Text search, rule 4)', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['slate', { '@type': 'slate', value: slate('word') }, ['word', 'link']],
    ['slate with its plain text', { '@type': 'slate', plaintext: 'word', value: slate('other') }, ['word']],
    ['Draft.js', { '@type': 'text', text: draft('word') }, ['word']],
    ['a table of Draft.js', { '@type': 'table', table: { rows: [{ cells: [{ value: draft('word') }] }] } }, ['word']],
    [
      'a table of slate',
      { '@type': 'slateTable', table: { rows: [{ cells: [{ value: slate('word') }] }] } },
      ['word', 'link'],
    ],
    ['HTML', { '@type': 'html', html: '<p>word</p><p>other</p>' }, ['word', 'other']],
    ['a heading', { '@type': 'heading', heading: 'word' }, ['word']],
    ['the text that an add-on declares', { '@type': 'add-on', searchableText: 'word' }, ['word']],
    ['the same beside plain text', { plaintext: 'word', searchableText: 'other' }, ['word', 'other']],
    ['nested blocks', { '@type': 'gridBlock', blocks: { b: { value: slate('word') } } }, ['word', 'link']],
    ['nested blocks in data', { '@type': 'columns', data: { blocks: { b: { heading: 'word' } } } }, ['word']],
    ['addresses and identifiers', { '@type': 'image', url: '/word', alt: 'x', '@id': 'word' }, []],
  ])('are those of %s', (_, block, words) => {
    const textWords = [...textsOf(blocks, { b: block })].join(' ').split(/\s+/).filter(Boolean)
    expect(textWords).toEqual(words)
  })
})
