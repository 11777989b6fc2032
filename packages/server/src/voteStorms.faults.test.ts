import {
  again,
  type Count,
  counted,
  countOf,
  createPrograms,
  crowd,
  newVisitor,
  type Programs,
  password,
  type RunningServer,
  type Sent,
  type Voter,
  votingClient,
} from '@plenum/testkit'

// These tests take a long time, because many voters vote over HTTP, on a server in a separate process.
jest.setTimeout(180_000)

// The limit on concurrent password checks is high, so that logins do not wait. Other tests cover the login queue.
const settings = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4', PASSWORD_CHECKS: '1000' }

/**
 * Whether many voters take part, which requires LONG_TESTS. With few voters, the test finds the same errors, but not
 * in every run.
 */
const isLong = Boolean(process.env.LONG_TESTS)
const [visitors, membersAtOnce] = isLong ? [2000, 200] : [500, 50]
const votesAfterMove = isLong ? 300 : 100
const kills = isLong ? 10 : 4

let programs: Programs
let server: RunningServer

beforeEach(async () => {
  programs = createPrograms()
  server = await programs.serve(settings)
})

afterEach(() => programs.close())

const { openPoll, move, addMembers, vote, shown } = votingClient(() => server.url)

const isCounted = ({ outcome }: Sent): boolean => outcome === counted
const outcomesOf = (sent: readonly Sent[]): readonly string[] => [...new Set(sent.map(({ outcome }) => outcome))].sort()

/**
 * Yields voters until `isOver` returns true. Every fifth voter is a member until all members have voted, and all
 * other voters are new visitors.
 */
function* comers(members: readonly Voter[], isOver: () => boolean): Generator<Voter> {
  for (let i = 0; !isOver(); i++) yield (i % 5 === 0 ? members[i / 5] : undefined) ?? newVisitor()
}

async function voteAgain(poll: string, sent: readonly Sent[]): Promise<readonly Sent[]> {
  const next: Sent[] = []
  await crowd(sent, async ({ voter, option }) => next.push(await vote(poll, voter, option)))
  return next
}

describe('people who vote at the same time', () => {
  it('are counted once each: visitors who vote again with their cookies, and members who send two votes together', async () => {
    const poll = await openPoll('crowded')
    const members = await addMembers(membersAtOnce)
    const count = visitors + membersAtOnce
    const people = Array.from({ length: count }, (_, i) => (i % 11 === 0 ? members[i / 11] : undefined) ?? newVisitor())
    const pairs: (readonly Sent[])[] = []
    await crowd(people.entries(), async ([i, voter]) => {
      const [first, second] = [() => vote(poll, voter, i % 3), () => vote(poll, voter, (i + 1) % 3)]
      pairs.push(voter.isMember ? await Promise.all([first(), second()]) : [await first(), await second()])
    })
    expect(pairs.map(outcomesOf)).toEqual(Array(count).fill([counted, again]))
    expect(new Set(people.map(({ headers }) => headers.cookie ?? headers.authorization)).size).toBe(count)
    const votes = countOf(pairs.flat())
    expect(votes.voters).toBe(count)
    expect(await shown(poll)).toEqual(votes)
  })
})

interface Storm {
  readonly before: readonly Sent[]
  readonly after: readonly Sent[]
}

/** Runs a transition after a hundred votes have been counted, while other voters continue to vote. */
async function moveInStorm(poll: string, transition: string, members: readonly Voter[]): Promise<Storm> {
  const [before, after]: [Sent[], Sent[]] = [[], []]
  let [begun, toCount, isMoved] = [0, 100, false]
  const act = async (voter: Voter) => {
    const votes = isMoved ? after : before
    const sent = await vote(poll, voter, begun++ % 3)
    votes.push(sent)
    if (!isCounted(sent) || --toCount !== 0) return
    await move(poll, transition)
    isMoved = true
  }
  await crowd(
    comers(members, () => after.length >= votesAfterMove),
    act,
  )
  return { before, after }
}

describe('a poll with a transition during voting', () => {
  const notPermitted = ['401 Unauthorized', '403 Forbidden']

  it('counts every vote answered with 200 when closed, nothing when rejected, and accepts no later vote', async () => {
    const [closed, rejected] = [await openPoll('closed'), await openPoll('rejected')]
    const members = await addMembers(200)
    const [closing, rejecting] = await Promise.all([
      moveInStorm(closed, 'close', members),
      moveInStorm(rejected, 'reject', members),
    ])
    for (const { before, after } of [closing, rejecting]) {
      expect([counted, ...notPermitted]).toEqual(expect.arrayContaining([...outcomesOf(before)]))
      expect(outcomesOf(after)).toEqual(notPermitted)
    }
    expect(await shown(closed)).toEqual(countOf(closing.before))
    expect(await shown(rejected)).toEqual(countOf([]))

    await Promise.all([move(closed, 'open'), move(rejected, 'open')])
    expect(outcomesOf(await voteAgain(closed, closing.before.filter(isCounted)))).toEqual([again])
    const anew = await voteAgain(rejected, [...rejecting.before, ...rejecting.after])
    expect(outcomesOf(anew)).toEqual([counted])
    expect(await shown(rejected)).toEqual(countOf(anew))
  })
})

const unanswered = 'no answer'

async function killInStorm(poll: string, members: readonly Voter[], toCount: number): Promise<readonly Sent[]> {
  const votes: Sent[] = []
  let [begun, left] = [0, toCount]
  let killed: Promise<void> | undefined
  const act = async (voter: Voter) => {
    const option = begun++ % 3
    const sent = await vote(poll, voter, option).catch(() => ({ voter, option, outcome: unanswered }))
    votes.push(sent)
    if (isCounted(sent) && --left === 0) killed = server.kill()
  }
  await crowd(
    comers(members, () => killed !== undefined),
    act,
  )
  await killed
  return votes
}

const sum = (one: Count, other: Count): Count => ({
  voters: one.voters + other.voters,
  votes: one.votes.map((votes, option) => votes + (other.votes[option] ?? 0)),
})

function within({ votes }: Count, least: Count, most: Count): Count {
  const nearest = votes.map((count, option) =>
    Math.min(Math.max(count, least.votes[option] ?? 0), most.votes[option] ?? 0),
  )
  return { voters: nearest.reduce((total, count) => total + count), votes: nearest }
}

describe('a server that is repeatedly killed during voting', () => {
  it('counts every vote answered with 200 once, any other at most once, and lets no counted voter vote again', async () => {
    const poll = await openPoll('killed')
    const members = await addMembers(20 * kills)
    let [before, everybody]: [Count, readonly Sent[]] = [await shown(poll), []]
    let lost = 0
    for (let round = 0; round < kills; round++) {
      const sent = await killInStorm(poll, members.slice(20 * round, 20 * round + 20), Math.round(20 * 1.4 ** round))
      // The outcome `unanswered` is optional, because in some rounds, all responses arrive before the server is killed.
      expect([counted, unanswered]).toEqual(expect.arrayContaining([...outcomesOf(sent)]))
      lost += sent.filter(({ outcome }) => outcome === unanswered).length
      server = await programs.serve(settings)

      const [after, sure] = [await shown(poll), sum(before, countOf(sent))]
      expect(after).toEqual(within(after, sure, sum(sure, countOf(sent, unanswered))))

      const answered = sent.filter(isCounted)
      expect(outcomesOf(await voteAgain(poll, answered))).toEqual([again])
      // Visitors without a response are excluded, because they have no cookie and would be counted as new voters.
      const retried = await voteAgain(
        poll,
        sent.filter(one => one.voter.isMember && !isCounted(one)),
      )
      before = sum(after, countOf(retried))
      expect(await shown(poll)).toEqual(before)
      everybody = [...everybody, ...answered, ...retried]
    }
    expect(lost).toBeGreaterThan(0)
    expect(outcomesOf(await voteAgain(poll, everybody))).toEqual([again])
    expect(await shown(poll)).toEqual(before)
  })
})
