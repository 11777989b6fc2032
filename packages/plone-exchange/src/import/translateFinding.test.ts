import type { IncomingFinding } from '@plenum/core'
import { translateFinding } from './translateFinding.js'

const line = (more: Partial<IncomingFinding>) =>
  translateFinding({ ...{ kind: 'source', weight: 'note', uid: null, path: null, key: null, detail: null }, ...more })

describe('the text of a finding', () => {
  it.each<[string, Partial<IncomingFinding>, string]>([
    [
      'names file, path and key',
      { uid: 'u', path: '/a', key: 'k', detail: 'is odd' },
      'content/u/data.json (/a) k: is odd.',
    ],
    ['names a key alone', { key: 'k', detail: 'is odd' }, 'k: is odd.'],
    ['ends with one full stop', { key: 'k', detail: 'Is odd.' }, 'k: Is odd.'],
    [
      'works without a location',
      { kind: 'several-events' },
      'is a separate event: from now on the site supports several events.',
    ],
    ['inserts a detail verbatim', { kind: 'type', key: 'k', detail: '$& {}' }, 'k: has the unknown type $& {}.'],
    ['truncates a long detail', { key: 'k', detail: 'x'.repeat(600) }, `k: ${'x'.repeat(500)}.`],
  ])('%s', (_, more, words) => {
    expect(line(more)).toBe(words)
  })
})
