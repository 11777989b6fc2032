import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const base = 'http://site.example'

const pollOf = (votes: readonly number[], more: JsonObject = {}): JsonObject => ({
  state: 'open',
  expired: false,
  can_vote: false,
  has_voted: false,
  allow_anonymous: true,
  max_choices: 1,
  results_graph: 'bar',
  open_date: null,
  close_date: null,
  legend: '',
  options: votes.map((_, i) => ({ option_id: i, description: `Option ${i}` })),
  results: votes.map((count, i) => ({ option_id: i, description: `Option ${i}`, votes: count })),
  total_votes: votes.reduce((sum, count) => sum + count, 0),
  ...more,
})

const htmlOfPoll = (answer: JsonObject) => htmlOf(pageForTests({ view: 'poll', path: '/poll', answer }))

const percentsIn = (html: string) =>
  [...html.matchAll(/data-percent(?:="true")?>(\d+) %/g)].map(([, text]) => Number(text))

describe('the results of a poll', () => {
  it.each([
    ['bar', { list: 'graph-bar', bars: 2, pies: 0, keys: 0 }],
    ['pie', { list: 'graph-pie', bars: 0, pies: 1, keys: 2 }],
    ['numbers', { list: 'graph-numbers', bars: 0, pies: 0, keys: 0 }],
  ])('are drawn according to results_graph: %s', async (results_graph, drawn) => {
    const html = await htmlOfPoll(pollOf([3, 1], { results_graph }))
    const count = (mark: string) => html.split(mark).length - 1
    expect({
      list: /<ul class="(graph-[a-z]+)"/.exec(html)?.[1],
      bars: count('<svg class="bar"'),
      pies: count('<svg class="pie"'),
      keys: count('<i class="key pie-'),
    }).toEqual(drawn)
  })

  it.each([
    ['open', false, true],
    ['open', true, false],
    ['closed', false, false],
    ['closed', true, false],
    ['private', false, false],
  ])(
    'of a poll in state %s, with close_date in the past: %s, are updated by the script: %s',
    async (state, expired, isLive) => {
      const live = /data-live="([^"]*)"/.exec(await htmlOfPoll(pollOf([1], { state, expired })))?.[1]
      expect(live).toBe(isLive ? `${base}/poll` : undefined)
    },
  )

  it.each([
    ['of one choice add up to 100', 1, [1, 1, 1], 3, [34, 33, 33], 'Votes: 3'],
    ['of several choices are shares of voters', 2, [3, 2, 1], 3, [100, 67, 33], 'Voters: 3'],
    ['of several choices without votes are 0', 2, [0, 0], 0, [0, 0], 'Voters: 0'],
  ])('in percent %s', async (_, max_choices, votes, total_votes, percents, total) => {
    const html = await htmlOfPoll(pollOf(votes, { max_choices, total_votes }))
    expect(percentsIn(html)).toEqual(percents)
    expect(html).toContain(total)
  })

  it('are hidden from readers who may not see them', async () => {
    const { results: _, ...hidden } = pollOf([1])
    expect(await htmlOfPoll(hidden)).not.toContain('class="results"')
  })

  it.each([
    ['nothing if there are no votes', [0, 0], []],
    ['a circle if all votes are for one option', [0, 4], ['circle pie-2']],
    ['a short arc for a small share and a long arc for the rest', [1, 3], ['path pie-1 0', 'path pie-2 1']],
  ])('are drawn in a pie as %s', async (_, votes, slices) => {
    const html = await htmlOfPoll(pollOf(votes, { results_graph: 'pie' }))
    const drawn = [...html.matchAll(/<(circle|path) class="(pie-\d)"(?:[^>]*A1 1 0 ([01]) 1)?/g)]
    expect(drawn.map(([, shape, name, arc]) => [shape, name, arc].filter(Boolean).join(' '))).toEqual(slices)
  })
})

describe('the page of a poll', () => {
  const closeDate = { close_date: '2027-06-17T08:00:00+00:00' }

  it.each<
    [string, JsonObject, { readonly says: string | undefined; readonly isUntil: boolean; readonly takes: boolean }]
  >([
    ['is open to the visitor', { can_vote: true }, { says: undefined, isUntil: true, takes: true }],
    [
      'has counted the vote of the visitor',
      { can_vote: true, has_voted: true },
      { says: 'You have voted. Thank you.', isUntil: true, takes: false },
    ],
    ['is closed', { state: 'closed' }, { says: 'This poll is closed.', isUntil: false, takes: false }],
    ['is past its close_date', { expired: true }, { says: 'This poll is closed.', isUntil: false, takes: false }],
    ['is not published', { state: 'private' }, { says: 'This poll is not open yet.', isUntil: false, takes: false }],
    ['is for members only', { allow_anonymous: false }, { says: 'Log in to vote.', isUntil: true, takes: false }],
    ['is for other members', {}, { says: 'You cannot vote here.', isUntil: true, takes: false }],
    [
      'is before its open_date',
      { open_date: '2027-06-16T08:00:00+00:00' },
      { says: 'You can vote from Jun 16, 2027, 08:00 on.', isUntil: true, takes: false },
    ],
  ])('says whether the poll %s', async (_, more, { says, isUntil, takes }) => {
    const html = await htmlOfPoll(pollOf([1, 1], { ...closeDate, ...more }))
    expect({
      says: /<p class="standing">([^<]*)</.exec(html)?.[1],
      isUntil: html.includes('You can vote until Jun 17, 2027, 08:00.'),
      takes: html.includes('type="radio"'),
    }).toEqual({ says, isUntil, takes })
  })

  it.each([
    ['one choice', 1, 'type="radio"', undefined],
    ['two choices', 2, 'type="checkbox"', '2'],
  ])('offers the options with their ids for %s', async (_, max_choices, input, most) => {
    const html = await htmlOfPoll(pollOf([0, 0], { max_choices, can_vote: true, legend: 'Choose "well"' }))
    expect(html).toContain('<legend>Choose &quot;well&quot;</legend>')
    expect(html.split(input)).toHaveLength(3)
    expect([...html.matchAll(/name="option" value="(\d)"/g)].map(([, value]) => value)).toEqual(['0', '1'])
    expect(/data-most="(\d)"/.exec(html)?.[1]).toBe(most)
    expect(html.includes('required')).toBe(max_choices === 1)
  })
})

describe('the page of a poll for a visitor who has voted', () => {
  const open = pollOf([3, 1], { can_vote: true, has_voted: null })
  const htmlFor = (answer: JsonObject) =>
    htmlOf(pageForTests({ view: 'poll', path: '/poll', answer, more: { hasVoted: true } }))

  it('shows the results instead of the ballot', async () => {
    const html = await htmlFor(open)
    expect(html).toContain('You have voted. Thank you.')
    expect(html).toContain('data-votes')
    expect(html).not.toContain('type="radio"')
  })

  it('states when the results appear, if they are hidden', async () => {
    expect(await htmlFor({ ...open, results: null, total_votes: null })).toContain('when the poll is closed')
  })
})
