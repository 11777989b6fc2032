import fc from 'fast-check'
import type { PollPayload } from '../answers/poll.js'
import type { JsonObject } from '../foundation/json.js'
import type { Poll } from './poll.js'
import { type PollPayloadSource, type PollViewer, pollPayload, resultsVisible } from './pollPayload.js'
import type { CountedVotes } from './pollResults.js'

const now = Date.UTC(2027, 0, 1)
const url = 'http://site.example/a-poll/@poll'
const uid = '0123456789abcdef0123456789abcdef'
const named = (...names: readonly string[]) => names.map((description, option_id) => ({ description, option_id }))

const open: Poll = {
  uid,
  state: 'open',
  allowAnonymous: true,
  options: named('Yes', 'No'),
  maxChoices: 1,
  legend: null,
  resultsGraph: 'bar',
  showResults: true,
  shuffleOptions: false,
  openDate: null,
  closeDate: null,
}
const closed: Poll = { ...open, state: 'closed' }

const member: PollViewer = { kind: 'member', holdsVote: true, hasVoted: false, mayReview: false, justVoted: false }
const voter: PollViewer = { ...member, hasVoted: true }
const manager: PollViewer = { ...member, mayReview: true }
const anonymous: PollViewer = { ...member, kind: 'visitor' }
const barred = (viewer: PollViewer): PollViewer => ({ ...viewer, holdsVote: false })

const none: CountedVotes = { counts: new Map(), voters: 0 }
const three: CountedVotes = {
  counts: new Map([
    [0, 2],
    [1, 1],
  ]),
  voters: 3,
}

const payloadFor = (poll: Poll, viewer: PollViewer, more: Partial<PollPayloadSource> = {}): JsonObject =>
  pollPayload({ url, poll, viewer, votes: three, anonymousBlocked: false, now, ...more })

const row = (option_id: number, description: string, votes: number, percentage: number) => ({
  option_id,
  description,
  votes,
  percentage,
})
const zeros = [row(0, 'Yes', 0, 0), row(1, 'No', 0, 0)]
const threeVotes = [row(0, 'Yes', 2, 0.6666666666666666), row(1, 'No', 1, 0.3333333333333333)]

const example = {
  '@id': url,
  uid,
  allow_anonymous: true,
  anonymous_blocked: false,
  show_results: true,
  results_graph: 'bar',
  options: named('Yes', 'No'),
  max_choices: 1,
  legend: null,
  shuffle_options: false,
} satisfies Partial<PollPayload>

describe('the payload of a poll (docs/polls.md, Poll payload)', () => {
  it('"open": withholds results from a member who has not voted', () => {
    expect(payloadFor(open, member)).toEqual({
      ...example,
      state: 'open',
      can_vote: true,
      has_voted: false,
      total_votes: null,
      results: null,
    })
  })

  it('"open-voted": shows results to a member who has voted, and reports that the member holds the permission', () => {
    expect(payloadFor(open, voter)).toEqual({
      ...example,
      state: 'open',
      can_vote: true,
      has_voted: true,
      total_votes: 3,
      results: threeVotes,
    })
  })

  it('"open-voted-hidden-results": withholds results from a member who has voted', () => {
    expect(payloadFor({ ...open, showResults: false }, voter)).toEqual({
      ...example,
      show_results: false,
      state: 'open',
      can_vote: true,
      has_voted: true,
      total_votes: null,
      results: null,
    })
  })

  it('"open-anonymous": shows results to a visitor without stating whether the visitor has voted', () => {
    expect(payloadFor(open, anonymous)).toEqual({
      ...example,
      state: 'open',
      can_vote: true,
      has_voted: null,
      total_votes: 3,
      results: threeVotes,
    })
  })

  it('"open-anonymous-blocked": reports that visitors could vote if the poll were not hidden', () => {
    expect(payloadFor(open, manager, { votes: none, anonymousBlocked: true })).toEqual({
      ...example,
      anonymous_blocked: true,
      state: 'open',
      can_vote: true,
      has_voted: false,
      total_votes: 0,
      results: zeros,
    })
  })

  it('"no-votes": has zeros as results', () => {
    expect(payloadFor(open, anonymous, { votes: none })).toEqual({
      ...example,
      state: 'open',
      can_vote: true,
      has_voted: null,
      total_votes: 0,
      results: zeros,
    })
  })

  it('"closed": shows the results to everybody', () => {
    expect(payloadFor(closed, barred(anonymous))).toEqual({
      ...example,
      state: 'closed',
      can_vote: false,
      has_voted: null,
      total_votes: 3,
      results: threeVotes,
    })
  })

  it('"private": shows zeros to reviewers', () => {
    expect(payloadFor({ ...open, state: 'private' }, barred(manager), { votes: none })).toEqual({
      ...example,
      state: 'private',
      can_vote: false,
      has_voted: false,
      total_votes: 0,
      results: zeros,
    })
  })

  it('"open-multiple": computes shares of voters', () => {
    const poll = { ...open, options: named('Red', 'Green', 'Blue'), maxChoices: 2, legend: 'Two', shuffleOptions: true }
    const counts = new Map([2, 1, 2].map((count, id) => [id, count]))
    expect(payloadFor(poll, voter, { votes: { counts, voters: 3 } })).toEqual({
      ...example,
      options: named('Red', 'Green', 'Blue'),
      max_choices: 2,
      legend: 'Two',
      shuffle_options: true,
      state: 'open',
      can_vote: true,
      has_voted: true,
      total_votes: 3,
      results: [row(0, 'Red', 2, 2 / 3), row(1, 'Green', 1, 1 / 3), row(2, 'Blue', 2, 2 / 3)],
    })
  })
})

describe('the results of a poll', () => {
  const visible = (poll: Poll, viewer: PollViewer) => payloadFor(poll, viewer).results !== null

  it.each<[string, Poll, readonly boolean[]]>([
    ['open, to Anonymous, voters and reviewers', open, [true, false, true, true]],
    ['open with hidden results, to reviewers only', { ...open, showResults: false }, [false, false, false, true]],
    ['closed, to everybody', closed, [true, true, true, true]],
    ['closed, to everybody even with hidden results', { ...closed, showResults: false }, [true, true, true, true]],
    ['private, to reviewers only', { ...open, state: 'private' }, [false, false, false, true]],
    ['pending, to reviewers only', { ...open, state: 'pending' }, [false, false, false, true]],
  ])('are visible if the poll is %s', (_, poll, expected) => {
    expect([anonymous, member, voter, manager].map(viewer => visible(poll, viewer))).toEqual(expected)
  })

  it('depend on votes, not on whether a visitor may vote', () => {
    expect(payloadFor({ ...open, allowAnonymous: false }, barred(anonymous))).toMatchObject({
      can_vote: false,
      has_voted: null,
      total_votes: 3,
    })
  })
})

describe('after a vote', () => {
  it('has_voted is true for every voter, including a visitor', () => {
    expect(payloadFor(open, { ...anonymous, justVoted: true })).toMatchObject({ has_voted: true, can_vote: true })
    expect(payloadFor(open, { ...member, justVoted: true })).toMatchObject({ has_voted: true, total_votes: 3 })
  })

  it('hidden results are withheld from everyone except reviewers', () => {
    const poll = { ...open, showResults: false }
    expect(payloadFor(poll, { ...anonymous, justVoted: true })).toMatchObject({ has_voted: true, results: null })
    expect(payloadFor(poll, { ...manager, justVoted: true })).toMatchObject({ results: threeVotes })
  })

  it('by a visitor, the answer to the next visitor is unchanged: a GET never mentions a visitor', () => {
    expect(payloadFor(open, { ...anonymous, hasVoted: true })).toEqual(payloadFor(open, anonymous))
  })
})

describe('the dates of a poll (docs/polls.md, Poll dates)', () => {
  const dated: Poll = { ...open, openDate: now, closeDate: now + 60_000 }
  const at = (moment: number, viewer: PollViewer = member) => payloadFor(dated, viewer, { now: moment })

  it('are presented in UTC', () => {
    expect(at(now)).toMatchObject({
      open_date: '2027-01-01T00:00:00+00:00',
      close_date: '2027-01-01T00:01:00+00:00',
      expired: false,
    })
  })

  it.each<[string, Partial<Poll>, JsonObject]>([
    ['open', { closeDate: null }, { open_date: '2027-01-01T00:00:00+00:00', close_date: null, expired: false }],
    ['close', { openDate: null }, { open_date: null, close_date: '2027-01-01T00:01:00+00:00', expired: false }],
  ])('have null for the missing one if only an %s date exists', (_, one, expected) => {
    expect(payloadFor({ ...dated, ...one }, member)).toMatchObject(expected)
  })

  it('have no keys if both are missing', () => {
    for (const key of ['open_date', 'close_date', 'expired']) expect(payloadFor(open, member)).not.toHaveProperty(key)
  })

  it('prevent votes outside of their range', () => {
    expect([now - 1, now, now + 59_999, now + 60_000].map(moment => at(moment).can_vote)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('show results like those of a closed poll after the last one, even if results are hidden', () => {
    expect(at(now + 60_000)).toMatchObject({ state: 'open', expired: true, results: threeVotes, has_voted: false })
    expect(resultsVisible({ ...dated, showResults: false }, { mayReview: false, hasVoted: null }, now + 60_000)).toBe(
      true,
    )
  })

  it('show no results of a poll that is not open', () => {
    const poll: Poll = { ...dated, state: 'private' }
    expect(payloadFor(poll, member, { now: now + 60_000 })).toMatchObject({ expired: true, results: null })
  })
})

describe('a payload of a poll', () => {
  const chance = fc.boolean()
  const date = fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 }))
  const polls: fc.Arbitrary<Poll> = fc.record({
    uid: fc.constant(uid),
    state: fc.constantFrom('private', 'pending', 'open', 'closed'),
    allowAnonymous: chance,
    options: fc.array(fc.string({ minLength: 1 }), { minLength: 2 }).map(names => named(...names)),
    maxChoices: fc.integer({ min: 1, max: 5 }),
    legend: fc.option(fc.string({ minLength: 1 })),
    resultsGraph: fc.constantFrom('bar', 'pie', 'numbers'),
    showResults: chance,
    shuffleOptions: chance,
    openDate: date,
    closeDate: date,
  })
  const viewers: fc.Arbitrary<PollViewer> = fc.record({
    kind: fc.constantFrom('member', 'visitor'),
    holdsVote: chance,
    hasVoted: chance,
    mayReview: chance,
    justVoted: chance,
  })

  it('always has the same keys and those of existing dates; results and their total are both present or both missing', () => {
    fc.assert(
      fc.property(polls, viewers, (poll, viewer) => {
        const payload = payloadFor(poll, viewer)
        const isDated = poll.openDate !== null || poll.closeDate !== null
        const dates = isDated ? ['open_date', 'close_date', 'expired'] : []
        expect(Object.keys(payload).toSorted()).toEqual(
          ['@id', ...Object.keys(example), 'state', 'can_vote', 'has_voted', 'total_votes', 'results', ...dates]
            .filter((key, i, all) => all.indexOf(key) === i)
            .toSorted(),
        )
        expect(payload.total_votes === null).toBe(payload.results === null)
        expect([true, false, null]).toContain(payload.has_voted)
        for (const result of (payload.results ?? []) as readonly JsonObject[])
          expect(Object.keys(result).toSorted()).toEqual(['description', 'option_id', 'percentage', 'votes'])
      }),
    )
  })
})
