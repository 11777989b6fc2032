import { createTestSite, type TestSite, type TestUser } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'
import { DomainError, message } from '../../foundation/messages.js'
import { memoryContentStore } from '../../memory/memoryContentStore.js'

const poll = {
  '@type': 'collective.polls.poll',
  title: 'A poll',
  options: [{ description: 'Yes' }, { description: 'No' }],
}

let test: TestSite
let meanwhile: () => Promise<unknown>

beforeEach(async () => {
  const store = memoryContentStore()
  meanwhile = async () => {}
  const cast: typeof store.cast = async ballot => {
    const happens = meanwhile
    meanwhile = async () => {}
    await happens()
    return store.cast(ballot)
  }
  test = await createTestSite({ store: { ...store, cast } })
})

const move = (...transitions: readonly string[]) =>
  transitions.reduce<Promise<unknown>>(
    (before, transition) =>
      before.then(() => test.run('transitionContent', '/a-poll', { as: 'max', input: { transition, body: {} } })),
    Promise.resolve(),
  )

async function openPoll(more: JsonObject = {}): Promise<void> {
  await test.run('addContent', '/', { as: 'max', input: { ...poll, ...more } })
  await move('open')
}

/** Casts a vote and counts the calls of `admit`. */
async function vote({
  as,
  sent = { option_id: 0 },
  isFlood = false,
}: {
  as?: TestUser
  sent?: unknown
  isFlood?: boolean
}) {
  let admissions = 0
  const input = {
    body: sent,
    token: () => null,
    admit: async () => {
      admissions += 1
      if (isFlood) throw new DomainError('too-many-requests', message('vote.too-many', { seconds: 1 }))
    },
  }
  const outcome = await test.run('castVote', '/a-poll', { ...(as ? { as } : {}), input }).then(
    () => 'cast',
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  )
  return { outcome, admissions }
}

/** This error represents an unreadable body. The operation throws this error when it needs the body. */
const sent = new DomainError('too-large', message('body.too-large', { limit: 1 }))

const total = async () => (await test.run('getPoll', '/a-poll', { as: 'max', input: undefined })).payload.total_votes

describe('the body of a vote', () => {
  it('is read after the poll admits the vote', async () => {
    await openPoll()
    expect(await vote({ as: 'mia' })).toEqual({ outcome: 'cast', admissions: 1 })
    expect(await vote({ as: 'mia', sent: 'bad' })).toEqual({ outcome: 'bad-vote', admissions: 1 })
    expect(await vote({ as: 'mia', sent })).toEqual({ outcome: 'too-large', admissions: 1 })
  })

  it('is neither read nor counted if the caller may not vote', async () => {
    await openPoll()
    await move('close')
    for (const [as, outcome] of [
      ['mia', 'may-not-vote'],
      [undefined, 'unauthorized'],
    ] as const)
      expect(await vote({ ...(as ? { as } : {}), sent, isFlood: true })).toEqual({ outcome, admissions: 0 })
  })

  it('is not read outside the dates', async () => {
    await openPoll({ open_date: '2027-02-01', close_date: '2027-03-01' })
    expect(await vote({ sent })).toEqual({ outcome: 'poll-not-open', admissions: 1 })
    test.clock.now = Date.UTC(2027, 2, 1)
    expect(await vote({ sent })).toEqual({ outcome: 'poll-closed', admissions: 1 })
    expect(await vote({ sent, isFlood: true })).toEqual({ outcome: 'too-many-requests', admissions: 1 })
  })

  it('is not read above the rate limit', async () => {
    await openPoll()
    expect(await vote({ sent, isFlood: true })).toEqual({ outcome: 'too-many-requests', admissions: 1 })
    expect(await total()).toBe(0)
  })
})

describe('a decided vote', () => {
  it('is decided again if the poll was closed or rejected in the meantime, or its dates were changed', async () => {
    await openPoll()
    meanwhile = () => move('close')
    expect((await vote({ as: 'mia' })).outcome).toBe('may-not-vote')
    await move('open')
    meanwhile = () => move('reject')
    expect((await vote({})).outcome).toBe('unauthorized')
    await move('open')
    const input = { body: { close_date: '2027-01-01' }, representation: false }
    meanwhile = () => test.run('editContent', '/a-poll', { as: 'rex', input })
    expect((await vote({})).outcome).toBe('poll-closed')
    expect(await total()).toBe(0)
  })

  it('is counted if the poll was closed and opened in the meantime', async () => {
    await openPoll()
    meanwhile = () => move('close', 'open')
    expect((await vote({ as: 'mia' })).outcome).toBe('cast')
    expect(await total()).toBe(1)
  })

  it('is decided again if options were changed in the meantime', async () => {
    await openPoll()
    meanwhile = async () => {
      await move('reject')
      const options = [1, 2].map(option_id => ({ option_id, description: 'New' }))
      await test.run('editContent', '/a-poll', { as: 'max', input: { body: { options }, representation: false } })
      await move('open')
    }
    expect((await vote({ as: 'mia' })).outcome).toBe('bad-vote')
    expect(await total()).toBe(0)
  })

  it('is decided again if the same member has voted in the meantime', async () => {
    await openPoll()
    meanwhile = () => vote({ as: 'mia', sent: { option_id: 1 } })
    expect((await vote({ as: 'mia' })).outcome).toBe('already-voted')
    expect(await total()).toBe(1)
  })

  it('is not found if the poll was deleted in the meantime', async () => {
    await openPoll()
    meanwhile = () => test.run('deleteContent', '/a-poll', { as: 'max', input: undefined })
    expect((await vote({ as: 'mia' })).outcome).toBe('not-found')
  })
})

describe('a caller without types', () => {
  it.each([undefined, {}, { body: { option_id: 0 } }, { body: {}, token: () => null }])(
    'that passes %j gets the form of a vote as an error, and nothing is counted',
    async wrong => {
      await openPoll()
      const cast = test.run('castVote', '/a-poll', { as: 'mia', input: wrong as never })
      await expect(cast).rejects.toThrow(/^The input of castVote must be \{ body, token.* admit/)
      expect(await total()).toBe(0)
    },
  )
})
