import { randomBytes } from 'node:crypto'
import { createPollBox, newPoll, type Poll, type PollVotes } from '@plenum/core/polls'
import { voterKey } from '@plenum/core/ports'
import express, { type Request, type Response, type Router } from 'express'
import Database from 'libsql'

const schema = `
  CREATE TABLE IF NOT EXISTS voters (poll TEXT, voter TEXT, PRIMARY KEY (poll, voter)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS counts (poll TEXT, option INTEGER, votes INTEGER, PRIMARY KEY (poll, option));
`

type Vote = Parameters<PollVotes['cast']>[0]

/** Stores votes in a database. Votes are secret, because voters and options are in separate tables. */
export function votesIn(file: string): PollVotes {
  const db = new Database(file)
  db.exec(schema)
  const addVoter = db.prepare('INSERT INTO voters VALUES (?, ?) ON CONFLICT DO NOTHING')
  const addOption = db.prepare('INSERT INTO counts VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET votes = votes + 1')
  const findVoter = db.prepare('SELECT 1 FROM voters WHERE poll = ? AND voter = ?')
  const countVoters = db.prepare('SELECT count(*) FROM voters WHERE poll = ?').raw()
  const findOptions = db.prepare('SELECT option, votes FROM counts WHERE poll = ?').raw()
  const cast = db.transaction(({ poll, voter, options }: Vote): 'cast' | 'already-voted' => {
    if (addVoter.run(poll, voterKey(voter)).changes === 0) return 'already-voted'
    for (const option of options) addOption.run(poll, option)
    return 'cast'
  })
  return {
    cast: async vote => cast.immediate(vote),
    hasVoted: async (poll, voter) => findVoter.get(poll, voterKey(voter)) !== undefined,
    tally: async poll => {
      const [voters] = countVoters.get(poll) as [number]
      return { counts: new Map(findOptions.all(poll) as [number, number][]), voters, casts: voters, lastVote: null }
    },
    clear: async poll => {
      for (const table of ['voters', 'counts']) db.prepare(`DELETE FROM ${table} WHERE poll = ?`).run(poll)
    },
  }
}

const polls: ReadonlyMap<string, Poll> = new Map([
  ['drinks', newPoll({ uid: 'drinks', options: ['Tea', 'Mate'], allowAnonymous: true, showResults: true })],
])

/**
 * Returns the HTTP status for a refused vote. The status is 409 (conflict) if the poll is closed or the voter has
 * already voted.
 */
const statusOf = (reason: string): number => (reason === 'already-voted' || reason === 'closed' ? 409 : 400)

type PollRequest = Request<{ poll: string }>

/**
 * Returns the routes of polls for an existing application. The `userOf` function returns the id of the user who sent a
 * request, or null for visitors.
 */
export function pollRoutes(votes: PollVotes, userOf: (req: PollRequest) => string | null): Router {
  const box = createPollBox({ now: Date.now, randomBytes, votes })
  const guestOf = (req: PollRequest) => {
    const id = userOf(req)
    const token = /(?:^|; )voted=([\w-]+)/.exec(req.headers.cookie ?? '')?.[1] ?? null
    return { voter: id === null ? { kind: 'visitor' as const, token } : { kind: 'member' as const, id }, mayVote: true }
  }
  const withPoll =
    (respond: (poll: Poll, req: PollRequest, res: Response) => Promise<unknown>) =>
    async (req: PollRequest, res: Response) => {
      const poll = polls.get(req.params.poll)
      await (poll ? respond(poll, req, res) : res.status(404).json({ error: 'There is no such poll.' }))
    }
  const show = withPoll(async (poll, req, res) => res.json(await box.show(poll, guestOf(req))))
  const vote = withPoll(async (poll, req, res) => {
    const outcome = await box.vote(poll, guestOf(req), req.body)
    if (outcome.kind === 'refused') return res.status(statusOf(outcome.reason)).json({ error: outcome.reason })
    if (outcome.token !== null)
      res.cookie('voted', outcome.token, { httpOnly: true, sameSite: 'lax', path: req.baseUrl })
    return res.json(outcome.payload)
  })
  return express
    .Router()
    .use(express.json({ limit: '1kb' }))
    .get('/polls/:poll', show)
    .post('/polls/:poll', vote)
}
