import { basicAuthorization } from '../programs.js'
import { password } from '../testSite.js'
import { crowd } from './crowd.js'
import { postJson } from './postJson.js'

export interface Voter {
  readonly isMember: boolean
  /** The headers that identify the voter. The first accepted vote sets the cookie of a visitor. */
  headers: Readonly<Record<string, string>>
}

/** A vote and its outcome: `counted`, `again`, or another status followed by the error type. */
export interface Sent {
  readonly voter: Voter
  readonly option: number
  readonly outcome: string
}

export const counted = '200'
export const again = '403 AlreadyVoted'

/** The number of voters, and the number of votes for each option. */
export interface Count {
  readonly voters: number
  readonly votes: readonly number[]
}

/**
 * Returns the expected result if only votes with the given outcome are counted. The outcome defaults to an accepted
 * vote.
 */
export function countOf(sent: readonly Sent[], outcome = counted): Count {
  const counting = sent.filter(one => one.outcome === outcome)
  const votes = options.map((_, option) => counting.filter(one => one.option === option).length)
  return { voters: counting.length, votes }
}

const options = ['Red', 'Green', 'Blue'].map(description => ({ description }))

const json = { 'content-type': 'application/json' }

export const newVisitor = (): Voter => ({ isMember: false, headers: {} })

/**
 * Creates a client for a running server. The client acts as the administrator `admin`. `url` is called for each
 * request.
 */
export function votingClient(url: () => string) {
  const headers = { ...basicAuthorization('admin', password), ...json }
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(url() + path, { method: 'POST', headers, body: JSON.stringify(body) })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status}`)
  }
  const move = (poll: string, transition: string) => post(`${poll}/@workflow/${transition}`, {})
  return {
    move,
    /**
     * Opens a poll with three options. A voter may select two of them. The total of such a poll is the number of
     * voters.
     */
    openPoll: async (id: string): Promise<string> => {
      await post('/', { '@type': 'collective.polls.poll', id, title: id, options, max_choices: 2 })
      await move(`/${id}`, 'open')
      return `/${id}`
    },
    addMembers: async (count: number): Promise<readonly Voter[]> => {
      const names = Array.from({ length: count }, (_, i) => `member-${i}`)
      await crowd(names, username => post('/@users', { username, email: `${username}@example.org`, password }))
      return names.map(name => ({ isMember: true, headers: basicAuthorization(name, password) }))
    },
    shown: (poll: string): Promise<Count> => countShown(`${url()}${poll}/@poll`, headers),
    vote: (poll: string, voter: Voter, option: number): Promise<Sent> =>
      sendVote(`${url()}${poll}/@vote`, voter, option),
  }
}

async function countShown(url: string, headers: Readonly<Record<string, string>>): Promise<Count> {
  const answer = await fetch(url, { headers })
  const { total_votes, results } = (await answer.json()) as { total_votes: number; results: { votes: number }[] }
  return { voters: total_votes, votes: results.map(({ votes }) => votes) }
}

/** Sends a vote and stores the cookie that the response sets. Throws if no response arrives. */
async function sendVote(url: string, voter: Voter, option: number): Promise<Sent> {
  const { status, headers, body } = await postJson(url, voter.headers, { option_id: option })
  const { error, type } = body as { error?: { type: string }; type?: string }
  const [cookie] = headers['set-cookie'] ?? []
  if (cookie) voter.headers = { cookie: cookie.split(';')[0] ?? '' }
  return { voter, option, outcome: status === 200 ? counted : `${status} ${error?.type ?? type}` }
}
