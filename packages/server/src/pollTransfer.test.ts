import { asOwner } from '@plenum/core'
import { createTestSite, freshStores, type TestUser } from '@plenum/testkit'
import { openDatabase } from './database.js'

const stores = freshStores(file => openDatabase(file).content, afterAll)
const votesKey = 'collective.polls.votes'
const options = [{ description: 'Yes' }, { description: 'No' }]

describe.each(stores)(
  'exported and imported votes (docs/polls.md, Export and import of votes), stored in %s',
  (_name, openStore) => {
    async function pollSite() {
      const site = await createTestSite({ store: openStore() })
      const input = { '@type': 'collective.polls.poll', id: 'poll', title: 'Poll', options }
      await site.run('addContent', '/', { as: 'max', input })
      const move = (transition: string) =>
        site.run('transitionContent', '/poll', { as: 'max', input: { transition, body: {} } })
      const vote = (as: TestUser | undefined, option_id: number) =>
        site.run('castVote', '/poll', {
          ...(as ? { as } : {}),
          input: { body: { option_id }, token: () => null, admit: async () => {} },
        })
      const shown = async () => (await site.run('getPoll', '/poll', { as: 'max', input: undefined })).payload
      return { ...site, move, vote, shown }
    }

    it('are missing for private, pending and open polls, and contain counts and sorted voters for closed polls', async () => {
      const { site, move, vote } = await pollSite()
      const poll = { '@id': '/poll', UID: expect.any(String), title: 'Poll' }
      expect(await asOwner(site, 'exportPolls')).toEqual([{ ...poll, state: 'private' }])
      await move('open')
      await vote('mia', 1)
      await vote('edi', 1)
      const { cookie: keep } = await vote(undefined, 0)
      expect(await asOwner(site, 'exportPolls')).toEqual([{ ...poll, state: 'open' }])
      await move('close')
      const voters = [`Anonymous-${keep?.token}`, 'edi', 'mia']
      expect(await asOwner(site, 'exportPolls')).toEqual([
        { ...poll, state: 'closed', [votesKey]: { counts: { '0': 1, '1': 2 }, voters } },
      ])
    })

    it('are an empty pair for a closed poll without votes', async () => {
      const { site, move } = await pollSite()
      await move('open')
      await move('close')
      expect(await asOwner(site, 'exportPolls')).toMatchObject([{ [votesKey]: { counts: {}, voters: [] } }])
    })

    it('replace all votes, including those for options that the poll lacks; their voters may not vote again', async () => {
      const { site, move, vote, shown } = await pollSite()
      await move('open')
      await vote('mia', 0)
      const [exported] = await asOwner(site, 'exportPolls')
      const votes = { counts: { '1': 2, '7': 4 }, voters: ['edi', 'rea'] }
      expect(await asOwner(site, 'importPolls', [{ ...exported, [votesKey]: votes }])).toBe(1)
      expect(await shown()).toMatchObject({ total_votes: 2, results: [{ votes: 0 }, { votes: 2 }] })
      await expect(vote('edi', 0)).rejects.toMatchObject({ code: 'already-voted' })
      await vote('mia', 0)
      await move('close')
      expect(await asOwner(site, 'exportPolls')).toMatchObject([
        { [votesKey]: { counts: { '0': 1, '1': 2, '7': 4 }, voters: ['edi', 'mia', 'rea'] } },
      ])
    })

    it('leave a poll without votes in the file unchanged; a round trip changes nothing', async () => {
      const { site, move, vote, shown } = await pollSite()
      await move('open')
      await vote('mia', 0)
      expect(await asOwner(site, 'importPolls', await asOwner(site, 'exportPolls'))).toBe(0)
      await move('close')
      const before = await shown()
      const exported = await asOwner(site, 'exportPolls')
      expect(await asOwner(site, 'importPolls', exported)).toBe(1)
      expect(await shown()).toEqual(before)
      expect(await asOwner(site, 'exportPolls')).toEqual(exported)
    })

    it('are rejected with the location of every fault, and nothing is written', async () => {
      const { site, move, vote, shown } = await pollSite()
      await move('open')
      await vote('mia', 0)
      const good = { '@id': '/poll', [votesKey]: { counts: { '1': 9 }, voters: [] } }
      const refused = asOwner(site, 'importPolls', [
        good,
        { UID: 'nope' },
        { '@id': '/' },
        { ...good, [votesKey]: { counts: 1 } },
      ])
      await expect(refused).rejects.toMatchObject({
        code: 'invalid-fields',
        details: {
          problems: [
            { field: '[1]', message: { id: 'poll.unknown' } },
            { field: '[2]', message: { id: 'poll.unknown' } },
            { field: `[3].${votesKey}`, message: { id: 'poll.votes-form' } },
          ],
        },
      })
      expect(await shown()).toMatchObject({ total_votes: 1 })
    })
  },
)
