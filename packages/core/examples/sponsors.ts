import assert from 'node:assert/strict'
import { benefitTable, sponsorsByLevel } from '@plenum/core/sponsors'

const levels = [
  { id: 'gold', title: 'Gold', benefits: [{ code: 'tickets', value: '4' }, { code: 'booth' }] },
  { id: 'silver', title: 'Silver', benefits: [{ code: 'tickets', value: '2' }] },
]
const sponsors = [
  { name: 'Compost & Co', level: 'gold' },
  { name: 'Seeds Ltd', level: 'gold' },
]
const benefits = [
  { id: 'tickets', title: 'Free tickets', description: '' },
  { id: 'booth', title: 'A booth', description: 'Next to the entrance' },
]

assert.deepEqual(
  sponsorsByLevel(levels, sponsors).map(group => [group.level.title, group.sponsors.map(({ name }) => name)]),
  [
    ['Gold', ['Compost & Co', 'Seeds Ltd']],
    ['Silver', []],
  ],
)
assert.deepEqual(
  benefitTable(benefits, levels).map(row => [row.title, row.levels]),
  [
    ['Free tickets', { gold: '4', silver: '2' }],
    ['A booth', { gold: '' }],
  ],
)
