import { lengthOffences, nameOffences } from './fileRule.js'
import { wordOffence } from './offence.js'

const text = (lines: number) => '1\n'.repeat(lines)

describe('the rule of length', () => {
  it('finds a file of more than 250 lines', () => {
    const files = [
      { path: 'packages/core/src/poll/long.ts', text: text(251) },
      { path: 'packages/core/src/poll/full.ts', text: text(250) },
    ]
    expect(lengthOffences(files).map(wordOffence)).toEqual([
      'packages/core/src/poll/long.ts: 251 lines: a file has at most 250',
    ])
  })

  it('exempts tests and the files listed as data', () => {
    const paths = ['packages/core/src/poll/poll.test.ts', 'packages/core/src/foundation/english.ts']
    expect(lengthOffences(paths.map(path => ({ path, text: text(999) })))).toEqual([])
  })
})

describe('the rule of names', () => {
  it.each([
    ['packages/core/src/utils/dates.ts', 'utils'],
    ['packages/core/src/poll/helpers.ts', 'helpers'],
    ['packages/core/src/poll/helpers.test.ts', 'helpers'],
    ['packages/common/src/index.ts', 'common'],
    ['packages/core/src/poll/Util.ts', 'Util'],
  ])('finds %s', (path, name) => {
    expect(nameOffences([{ path, text: '' }]).map(wordOffence)).toEqual([
      `${path}: is named ${name}: a name says what is inside`,
    ])
  })

  it('accepts names that only contain such a word', () => {
    expect(nameOffences([{ path: 'packages/core/src/poll/commonVotes.ts', text: '' }])).toEqual([])
  })
})
