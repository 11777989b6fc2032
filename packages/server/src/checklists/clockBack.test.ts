import { createApp } from '@plenum/express-adapter'
import { createTestSite, freshStores, type OpenStore, password, type TestSite } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { openDatabase } from '../database.js'

const day = 86_400_000

let test: TestSite
let app: Express

const send = (method: 'get' | 'post' | 'patch', path: string) => request(app)[method](path).auth('max', password)
const move = async (transition: string) => (await send('post', `/page/@workflow/${transition}`).expect(200)).body

async function begin(openStore: OpenStore): Promise<void> {
  test = await createTestSite({ store: openStore() })
  app = createApp(test.site)
  await send('post', '/').send({ '@type': 'Document', id: 'page', title: 'First' }).expect(201)
  test.clock.now += day
  await move('publish')
  test.clock.now -= 3 * day
}

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)(
  'a clock set back (docs/content-and-access.md, Versions, rule 5), stored in %s',
  (_name, openStore) => {
    beforeEach(() => begin(openStore))

    it('leaves @history in the order of writing, for transitions and edits alike', async () => {
      await move('retract')
      await send('patch', '/page').send({ title: 'Second', changeNote: 'edited' }).expect(204)
      await move('submit')
      const { body } = await send('get', '/page/@history').expect(200)
      const labels = body.map(({ action, comments }: Record<string, string>) => comments || action)
      expect(labels).toEqual(['submit', 'edited', 'retract', 'publish', 'Initial version', 'Create'])
      const times = body.map(({ time }: { time: string }) => time)
      expect(times).toEqual([
        ...Array(4).fill('2027-01-02T00:00:00+00:00'),
        ...Array(2).fill('2027-01-01T00:00:00+00:00'),
      ])
    })

    it('leads to a transition whose answer shows the stored time', async () => {
      expect(await move('retract')).toMatchObject({ action: 'retract', time: '2027-01-02T00:00:00+00:00' })
      expect((await send('get', '/page/@workflow')).body.history.at(-1).time).toBe('2027-01-02T00:00:00+00:00')
      test.clock.now += 5 * day
      expect(await move('publish')).toMatchObject({ time: '2027-01-04T00:00:00+00:00' })
    })
  },
)
