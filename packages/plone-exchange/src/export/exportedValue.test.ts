import type { Field, JsonValue } from '@plenum/core'
import { exportedValue } from './exportedValue.js'

const file = { digest: 'd', filename: 'a.png', 'content-type': 'image/png', size: 12, width: 3, height: 4 }
const blob = { filename: 'a.png', 'content-type': 'image/png', size: 12, blob_path: 'uid/f/a.png' }

describe('an exported value', () => {
  it.each<[string, string, JsonValue, JsonValue]>([
    ['a date', 'instant', Date.parse('2027-06-17T08:00:00Z'), '2027-06-17T08:00:00+00:00'],
    ['no date', 'instant', 'today', null],
    ['nothing', 'instant', null, null],
    ['a rich text', 'richText', { data: '<p>a</p>' }, { data: '<p>a</p>', encoding: 'utf8' }],
    ['a text', 'text', 'a', 'a'],
    ['a file', 'file', file, blob],
    ['an image', 'image', file, { ...blob, width: 3, height: 4 }],
    ['an image of unknown size', 'image', { ...file, width: null, height: null }, { ...blob, width: -1, height: -1 }],
  ])('%s in a field of kind %s', (_, kind, value, exported) => {
    const field = { name: 'f', kind } as Field
    expect(exportedValue(field, value, name => `uid/${name}/a.png`)).toEqual(exported)
  })

  it.each([
    ['language', '', '##DEFAULT##'],
    ['language', 'pt', 'pt'],
    ['title', '', ''],
  ])('in the field %s with the text "%s" becomes "%s"', (name, value, exported) => {
    expect(exportedValue({ name, kind: 'text' } as Field, value, () => '')).toBe(exported)
  })
})
