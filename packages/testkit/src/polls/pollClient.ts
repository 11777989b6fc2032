import type { RequestListener } from 'node:http'
import type { JsonObject } from '@plenum/core'
import type { Voter } from '@plenum/core/ports'
import type { Test } from 'supertest'
import { httpClient } from '../httpClient.js'
import type { TestSite, TestUser } from '../testSite.js'

const body = { '@type': 'collective.polls.poll', title: 'A poll' }
const options = [{ description: 'Yes' }, { description: 'No' }]

export interface StoredVotes {
  readonly counts: readonly (readonly [option: number, votes: number])[]
  readonly voters: readonly Voter[]
}

/**
 * Creates a client that uses the polls of a test site over HTTP as a user or, by default, as a visitor without cookies.
 */
export function pollClient({ platform: { store } }: TestSite, app: RequestListener) {
  const { send, get, post } = httpClient(app)
  const nodeAt = async (path: string) => (await store.read(reader => reader.open(path))).lineage.at(-1)

  const add = async (more: JsonObject = {}, container = '/polls', as: TestUser = 'max'): Promise<string> => {
    const answer = await post(container, { ...body, options, ...more }, as).expect(201)
    return new URL(answer.body['@id']).pathname
  }
  const move = async (path: string, ...transitions: readonly string[]): Promise<void> => {
    for (const transition of transitions) await post(`${path}/@workflow/${transition}`).expect(200)
  }
  const vote = (path: string, sent: string | object, as?: TestUser): Test =>
    send('post', `${path}/@vote`, as).type('json').send(sent)

  return {
    send,
    get,
    post,
    add,
    move,
    addOpen: async (more?: JsonObject, container?: string): Promise<string> => {
      const path = await add(more, container)
      await move(path, 'open')
      return path
    },
    addPage: async (id: string, isPublished: boolean): Promise<void> => {
      await post('/', { '@type': 'Document', id, title: id }).expect(201)
      if (isPublished) await move(`/${id}`, 'publish')
    },
    read: (path: string, as?: TestUser): Test => send('get', `${path}/@poll`, as),
    vote,
    /** Casts the votes of the example in docs/polls.md, Results: two votes for Yes and one vote for No. */
    voteThrice: async (path: string): Promise<void> => {
      for (const [as, option_id] of [
        ['con', 0],
        ['edi', 0],
        ['rea', 1],
      ] as const)
        await vote(path, { option_id }, as).expect(200)
    },
    modified: async (path: string): Promise<number | undefined> => (await nodeAt(path))?.modified,
    uid: async (path: string): Promise<string> => (await nodeAt(path))?.uid ?? '',
    storedVotes: async (path: string): Promise<StoredVotes> => {
      const uid = (await nodeAt(path))?.uid ?? ''
      const { counts, voters } = await store.read(reader => reader.ballots(uid))
      return { counts: [...counts].sort(([a], [b]) => a - b), voters }
    },
  }
}

export type PollClient = ReturnType<typeof pollClient>

/**
 * Returns the vote cookie that a response sets, in the format of the `Cookie` header, or an empty string if the
 * response sets no vote cookie.
 */
export function voteCookie(answer: { readonly headers: Record<string, unknown> }): string {
  const [cookie = ''] = [answer.headers['set-cookie'] ?? []].flat() as string[]
  return cookie.split(';')[0] ?? ''
}
