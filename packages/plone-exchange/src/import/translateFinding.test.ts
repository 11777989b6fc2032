import type { IncomingFinding } from '@plenum/core'
import { translateFinding } from './translateFinding.js'

const line = (more: Partial<IncomingFinding>) =>
  translateFinding({ ...{ kind: 'source', weight: 'note', uid: null, path: null, key: null, detail: null }, ...more })

describe('a finding of an import in words', () => {
  it.each<[string, Partial<IncomingFinding>, string]>([
    [
      'names file, path and key',
      { uid: 'u', path: '/a', key: 'k', detail: 'is odd' },
      'content/u/data.json (/a) k: is odd.',
    ],
    ['names a key alone', { key: 'k', detail: 'is odd' }, 'k: is odd.'],
    ['has one full stop', { key: 'k', detail: 'Is odd.' }, 'k: Is odd.'],
    ['has no place', { kind: 'several-events' }, 'is a separate event: from now on the site supports several events.'],
    ['takes a detail as it is', { kind: 'type', key: 'k', detail: '$& {}' }, 'k: has the unknown type $& {}.'],
    ['cuts what is too long', { key: 'k', detail: 'x'.repeat(600) }, `k: ${'x'.repeat(500)}.`],
  ])('%s', (_, more, words) => {
    expect(line(more)).toBe(words)
  })
})
