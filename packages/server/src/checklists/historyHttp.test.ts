import type { Extensions } from '@plenum/core'
import { createApp } from '@plenum/express-adapter'
import {
  buildType,
  createTestSite,
  freshStores,
  type OpenStore,
  paperType,
  type TestUser,
  type WorkflowClient,
  workflowBodies,
  workflowClient,
} from '@plenum/testkit'
import { openDatabase } from '../database.js'

const base = 'http://site.example'
const publication = 'simple_publication_workflow'
const membership = 'foundation_member_workflow'

const note = buildType('Note')
const extensions: Extensions = { types: [paperType, note] }

interface Entry {
  readonly type: 'workflow' | 'versioning'
  readonly action: string
  readonly workflow_id: string | null
  readonly time: string
  readonly '@id'?: string
}

const bodies = {
  ...workflowBodies,
  note: { '@type': 'Note', title: 'Note' },
}

let http: WorkflowClient<keyof typeof bodies>

async function begin(openStore: OpenStore): Promise<void> {
  const test = await createTestSite({ store: openStore(), extensions })
  http = workflowClient(test, createApp(test.site, { publicUrl: base }), bodies)
}

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('history endpoint, stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  const historyOf = async (path: string, as: TestUser = 'max'): Promise<readonly Entry[]> =>
    (await http.get(`${path}/@history`, as).expect(200)).body
  const of = (entries: readonly Entry[], workflow: string) =>
    entries.filter(({ workflow_id }) => workflow_id === workflow)

  describe('@history', () => {
    it('names the workflow of every entry, and null for a version', async () => {
      for (const id of ['pro', 'page'] as const) {
        await http.add(id)
        const entries = await historyOf(`/${id}`)
        const workflows = id === 'pro' ? [membership, publication] : [publication]
        expect(entries.map(({ type, workflow_id }) => [type, workflow_id])).toEqual([
          ['versioning', null],
          ...workflows.map(workflow => ['workflow', workflow]),
        ])
        expect(of(entries, publication)).toMatchObject([{ review_state: 'private', action: 'Create' }])
      }
    })

    it('includes the records of the additional workflow, with their actors', async () => {
      await http.add('pro')
      const before = of(await historyOf('/pro'), publication)
      await http.move('/pro', 'activate')
      const entries = await historyOf('/pro')
      expect(of(entries, membership)).toMatchObject([
        {
          transition_title: 'Activate',
          state_title: 'Active',
          actor: { id: 'max', '@id': `${base}/@users/max` },
        },
        { action: 'Create', state_title: 'Pending' },
      ])
      expect(of(entries, publication)).toEqual(before)
    })

    it('is ordered from newest to oldest, across workflows', async () => {
      await http.add('pro')
      for (const id of ['activate', 'publish', 'lapse', 'retract', 'activate']) {
        await http.move('/pro', id)
        const entries = await historyOf('/pro')
        expect(entries[0]).toMatchObject({ action: id })
        const times = entries.map(({ time }) => Date.parse(time))
        expect(times).toEqual(times.toSorted((a, b) => b - a))
      }
    })

    it('separates the records of each workflow, with those of publication at the top', async () => {
      await http.add('paper')
      for (const id of ['translation_start', 'translation_finish', 'publish']) await http.move('/paper', id)
      const { history, chain } = (await http.get('/paper/@workflow')).body
      const actions = (records: readonly Entry[]) => records.map(({ action }) => action)
      expect(actions(history)).toEqual([null, 'publish'])
      expect(chain.map((entry: { history: readonly Entry[] }) => actions(entry.history))).toEqual([
        [null, 'publish'],
        [null, 'translation_start', 'translation_finish'],
      ])
    })

    it('has entries of two types, each with its keys', async () => {
      await http.add('pro')
      await http.move('/pro', 'activate')
      await http.send('patch', '/pro', 'max').send({ title: 'Ada L.' }).expect(204)
      const entries = await historyOf('/pro')
      const common = ['action', 'actor', 'comments', 'time', 'transition_title', 'type', 'workflow_id']
      for (const entry of entries) {
        const state = entry.workflow_id === publication ? 'review_state' : 'workflow_states'
        const own = { workflow: ['state_title', state], versioning: ['@id', 'version', 'may_revert'] }[entry.type]
        expect(Object.keys(entry).sort()).toEqual([...common, ...own].sort())
        expect([typeof entry.action, typeof entry.time]).toEqual(['string', 'string'])
      }
      const links = entries.flatMap(({ '@id': id }) => id ?? [])
      expect(links).toEqual([`${base}/pro/@history/1`, `${base}/pro/@history/0`])
    })

    it('shows an old version under its previous name after a renaming, and no version is current', async () => {
      await http.add('page')
      await http.send('patch', '/page', 'max').send({ id: 'leaf', title: 'Later' }).expect(204)
      const { body } = await http.get('/leaf/@history/0').expect(200)
      expect(body).toMatchObject({ id: 'page', title: 'Page' })
      expect(body).not.toHaveProperty('sharing')
      await http.get('/leaf/@history/current').expect(404)
      expect((await http.get('/leaf')).body.title).toBe('Later')
    })

    it('shows a revert with the restored title', async () => {
      await http.add('page')
      await http.send('patch', '/page', 'max').send({ title: 'Later' }).expect(204)
      const { body } = await http.send('patch', '/page/@history', 'max').send({ version: 0 }).expect(200)
      expect(body).toEqual({ message: 'Page has been reverted to revision 0.' })
      expect((await http.get('/page')).body.title).toBe('Page')
    })

    it('is an empty list for callers who may see none of it', async () => {
      await http.add('note')
      expect(await historyOf('/note', 'con')).toEqual([])
      expect(await historyOf('/note', 'edi')).toHaveLength(1)
    })
  })
})
