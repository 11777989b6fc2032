import { pathOffences, referenceOffences } from './referenceRule.js'

const page = {
  path: 'docs/polls.md',
  text: '# Polls\n\n## Voting\n\n1. One.\n2. Two.\n\n## Voting by post\n\n1. One.\n',
}

const offencesOf = (text: string) =>
  referenceOffences([{ path: 'a.ts', text }], [page]).map(({ what, why }) => `${what}: ${why}`)

describe('the rule of references', () => {
  it.each([
    '/** Counted once (docs/polls.md, Voting, rule 2). */',
    '/**\n * Counted once (docs/polls.md,\n * Voting by post).\n */',
    '// See docs/polls.md.',
    '/** Rules: docs/polls.md, Voting, rules 1 and 2; docs/polls.md, Voting by post, rule 1. */',
  ])('accepts %p', text => expect(offencesOf(text)).toEqual([]))

  it.each([
    ['(docs/poll.md, Voting)', 'names docs/poll.md, Voting): there is no such page'],
    ['(docs/polls.md, Results)', 'names docs/polls.md, Results): the page has no such heading'],
    ['(docs/polls.md, Voting, rule 3)', 'names docs/polls.md, Voting, rule 3): the heading has no such rule'],
    [`(${'decisions'}, section 3)`, `names ${'decisions'}, section: it is not here`],
  ])('finds %p', (text, offence) => expect(offencesOf(text)).toEqual([offence]))
})

it('the path rule finds paths in documents that match no file', () => {
  const files = [{ path: 'packages/core/src/poll/poll.ts', text: '' }]
  const offencesOf = (text: string) => pathOffences([{ path: 'docs/a.md', text }], files).map(({ what }) => what)
  expect(offencesOf('`poll/poll.ts`, `core/src/poll/poll.ts`, `poll.ts`, `poll`')).toEqual([])
  expect(offencesOf('`poll/voting.ts` and `src/oll/poll.ts`')).toEqual([
    'names poll/voting.ts',
    'names src/oll/poll.ts',
  ])
})
