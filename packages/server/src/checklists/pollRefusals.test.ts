import { createApp } from '@plenum/express-adapter'
import {
  createTestSite,
  freshStores,
  type OpenStore,
  type PollClient,
  pollClient,
  type TestUser,
} from '@plenum/testkit'
import type { Test } from 'supertest'
import { openDatabase } from '../database.js'
import { shippedCatalogs } from '../languages/loadCatalogs.js'

const base = 'http://site.example'
const catalogs = shippedCatalogs()

let polls: PollClient

async function begin(openStore: OpenStore): Promise<void> {
  const test = await createTestSite({ store: openStore(), languages: Object.keys(catalogs) })
  polls = pollClient(test, createApp(test.site, { publicUrl: base, catalogs }))
  await polls.addPage('polls', true)
  await polls.addPage('hidden', false)
}

const three = { options: ['Red', 'Green', 'Blue'].map(description => ({ description })), max_choices: 2 }
const malformed = [
  '',
  'not JSON',
  '{}',
  '{"option": 0}',
  '{"option_id": "0"}',
  '{"option_id": 0.5}',
  '{"option_id": true}',
  '{"option_id": null}',
  '{"option_id": [0]}',
  '{"option_id": {}}',
  '{"option_id": NaN}',
  '{"option_id": 0} 0',
  '[0]',
  '0',
  'null',
  '"option_id"',
  '{"option_ids": []}',
  '{"option_ids": 0}',
  '{"option_ids": null}',
  '{"option_ids": {"0": 0, "length": 1}}',
  '{"option_ids": [0, "1"]}',
  '{"option_ids": [true]}',
  '{"option_ids": [[0]]}',
  '{"option_ids": [0, null]}',
  '{"option_id": 0, "option_ids": [0]}',
  '{"option_id": null, "option_ids": [0]}',
  '{"option_ids": null, "option_id": 0}',
  '{"__proto__": {"option_id": 0}}',
  `{"option_id": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  '['.repeat(100_000),
] as const

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('refused votes in polls stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  /** Sends a vote that must be rejected, and checks that it changes neither the votes nor the modification time. */
  async function refused(path: string, status: number, sent: Test) {
    const before = [await polls.storedVotes(path), await polls.modified(path)]
    const { body, headers } = await sent.expect(status)
    expect([await polls.storedVotes(path), await polls.modified(path)]).toEqual(before)
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers['cache-control']).toBe('private, no-store')
    return body
  }
  const again = async (path: string, sent: object, as?: TestUser) =>
    (await refused(path, 403, polls.vote(path, sent, as))).error.type
  const bad = async (path: string, sent: string | object, as?: TestUser) => {
    const { error, ...others } = await refused(path, 400, polls.vote(path, sent, as))
    expect([Object.keys(error).toSorted(), others]).toEqual([['message', 'type'], {}])
    expect(error.type).toBe('BadRequest')
    return error.message
  }

  it('are 400 and explain the format of a vote if malformed', async () => {
    const path = await polls.addOpen()
    for (const sent of malformed)
      expect([sent, await bad(path, sent, 'mia')]).toEqual([sent, expect.stringContaining('option_id')])
    const utf16 = polls
      .send('post', `${path}/@vote`, 'mia')
      .type('json')
      .send(Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]))
    expect((await refused(path, 400, utf16)).error.message).toContain('option_id')
  })

  it('are the same for visitors, and M5 is reported as an empty choice', async () => {
    const path = await polls.addOpen()
    for (const sent of malformed.slice(0, 6)) expect(await bad(path, sent)).toContain('option_id')
  })

  it('with unknown, several or repeated options are 400 in a poll with one choice', async () => {
    const path = await polls.addOpen()
    const message = 'Choose one of the options of this poll.'
    for (const option_id of [2, -1, 99, 1e20]) expect(await bad(path, { option_id })).toBe(message)
    for (const option_ids of [[0, 1], [0, 0], [5], [-1], [1, 2]])
      expect(await bad(path, { option_ids }, 'mia')).toBe(message)
  })

  it('with too many, repeated or unknown options are 400 in a poll with several choices, with the limit', async () => {
    const path = await polls.addOpen(three)
    const message = 'Choose 1 to 2 different options of this poll.'
    for (const option_ids of [
      [0, 1, 2],
      [0, 0],
      [0, 9],
    ])
      expect(await bad(path, { option_ids }, 'mia')).toBe(message)
    expect(await bad(path, { option_id: 9 })).toBe(message)
    await polls.vote(path, { option_ids: [1, 2] }, 'mia').expect(200)
  })

  it('by a member who has voted are 403, with only a type and a message', async () => {
    const path = await polls.addOpen()
    await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
    for (const option_id of [0, 1]) {
      const body = await refused(path, 403, polls.vote(path, { option_id }, 'mia'))
      expect(body).toEqual({ error: { type: 'AlreadyVoted', message: expect.any(String) } })
    }
    expect((await polls.read(path, 'mia')).body).toMatchObject({ total_votes: 1, has_voted: true, can_vote: true })
  })

  it('without permission state the reason: 401 for visitors, 403 for members, with the usual body', async () => {
    const membersOnly = await polls.addOpen({ allow_anonymous: false })
    const [closed, pending, prepared] = [await polls.addOpen(), await polls.add(), await polls.add()]
    await polls.move(closed, 'close')
    await polls.move(pending, 'submit')
    const rows: readonly [string, TestUser | undefined, string | null][] = [
      [membersOnly, undefined, membersOnly],
      [closed, undefined, closed],
      [prepared, undefined, '/polls'],
      [closed, 'mia', closed],
      [closed, 'max', closed],
      [pending, 'mia', '/polls'],
      [prepared, 'max', '/polls'],
    ]
    for (const [path, as, context] of rows) {
      const type = as ? 'Forbidden' : 'Unauthorized'
      const body = await refused(path, as ? 403 : 401, polls.vote(path, { option_id: 0 }, as))
      expect(body).toEqual({ type, message: expect.any(String), context: `${base}${context}` })
      expect(await polls.storedVotes(path)).toEqual({ counts: [], voters: [] })
    }
  })

  it('by members who may not view the poll are the same, even with the permission to vote', async () => {
    const path = await polls.addOpen({}, '/hidden')
    const opened = await polls.addOpen()
    for (const as of ['mia', 'rex'] as const)
      expect(await refused(path, 403, polls.vote(path, { option_id: 0 }, as))).toMatchObject({
        type: 'Forbidden',
        context: base,
      })
    await polls.move('/polls', 'retract')
    for (const [as, status] of [
      [undefined, 401],
      ['mia', 403],
    ] as const)
      expect(await refused(opened, status, polls.vote(opened, { option_id: 0 }, as))).toMatchObject({ context: base })
    await polls.vote(opened, { option_id: 0 }, 'edi').expect(200)
  })

  it('with wrong credentials are 401, and never count as votes of a visitor', async () => {
    const path = await polls.addOpen()
    const { body } = await polls.vote(path, { option_id: 0 }).auth('mia', 'wrong').expect(401)
    expect(body).toMatchObject({ type: 'Unauthorized', context: null })
    expect(await polls.storedVotes(path)).toEqual({ counts: [], voters: [] })
    await polls.vote(path, { option_id: 0 }).set('Authorization', 'Bearer expired').expect(200)
    expect((await polls.storedVotes(path)).voters).toMatchObject([{ kind: 'visitor' }])
  })
  it('report the first error: permission, then the body, then an earlier vote, then the choice', async () => {
    const path = await polls.addOpen()
    await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
    expect(await again(path, { option_id: 99 }, 'mia')).toBe('AlreadyVoted')
    expect(await bad(path, 'not JSON', 'mia')).toContain('option_id')
    await polls.move(path, 'close')
    await refused(path, 401, polls.vote(path, 'not JSON'))
    await refused(path, 403, polls.vote(path, 'not JSON', 'mia'))
  })

  it('with a body over the limit are 413 for permitted voters, and not read for others', async () => {
    const path = await polls.addOpen()
    const large = { option_id: 0, more: 'x'.repeat(1024 * 1024) }
    expect((await refused(path, 413, polls.vote(path, large, 'mia'))).type).toBe('RequestEntityTooLarge')
    await polls.move(path, 'close')
    await refused(path, 403, polls.vote(path, large, 'mia'))
  })

  it('have an endpoint for polls only, by POST only', async () => {
    const path = await polls.addOpen()
    for (const method of ['get', 'patch', 'delete'] as const)
      expect((await polls.send(method, `${path}/@vote`, 'max').expect(404)).body.type).toBe('NotFound')
    for (const at of ['/polls/@vote', '/@vote', `${path}/@vote/0`, '/polls/nope/@vote'])
      await polls.post(at, { option_id: 0 }).expect(404)
  })

  it.each([
    ['pt-br', 'Um voto', 'Você já votou', 'Selecione uma', 'Você não pode votar'],
    ['pt', 'Um voto', 'Você já votou', 'Selecione uma', 'Você'],
    ['de-AT', 'Eine Stimme', 'Sie haben in dieser Umfrage schon', 'Wählen Sie', 'Sie dürfen'],
    ['es', 'Un voto', 'Ya ha votado', 'Elija', 'No puede votar'],
  ])('have messages in %s', async (language, how, already, choose, denied) => {
    const path = await polls.addOpen()
    const messageOf = async (sent: string | object, status: number) => {
      const { body } = await polls.vote(path, sent, 'mia').set('Accept-Language', language).expect(status)
      return (body.error ?? body).message
    }
    const unknown = await messageOf({ option_id: 9 }, 400)
    await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
    const [malformedOne, second] = [await messageOf('', 400), await messageOf({ option_id: 0 }, 403)]
    await polls.move(path, 'close')
    expect([malformedOne, second, unknown, await messageOf({ option_id: 0 }, 403)]).toEqual(
      [how, already, choose, denied].map(text => expect.stringContaining(text)),
    )
    expect(malformedOne).toContain('option_id')
  })
})
