import type { Extensions } from '@plenum/core'
import { createApp } from '@plenum/express-adapter'
import {
  createTestSite,
  freshStores,
  type OpenStore,
  paperType,
  type WorkflowClient,
  workflowBodies,
  workflowClient,
} from '@plenum/testkit'
import { openDatabase } from '../database.js'

const base = 'http://site.example'
const publication = 'simple_publication_workflow'
const membership = 'foundation_member_workflow'
const translation = 'translation_workflow'

const extensions: Extensions = { types: [paperType] }

const bodies = {
  ...workflowBodies,
  link: { '@type': 'Link', title: 'Link', remoteUrl: 'http://elsewhere.example' },
}

let http: WorkflowClient<keyof typeof bodies>

async function begin(openStore: OpenStore): Promise<void> {
  const test = await createTestSite({ store: openStore(), extensions })
  http = workflowClient(test, createApp(test.site, { publicUrl: base }), bodies)
}

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('states in content, summaries and index, stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  const itemsFor = async (query: string): Promise<readonly { readonly workflow_states: readonly string[] }[]> =>
    (await http.get(`/@search?${query}`).expect(200)).body.items
  const count = async (...values: readonly string[]) => {
    const terms = values.map(value => `workflow_states.query:list=${encodeURIComponent(value)}`)
    return (await itemsFor([...terms, 'workflow_states.operator=and'].join('&'))).length
  }

  describe('content and summaries', () => {
    const states = {
      link: [`${publication}|private`],
      page: [`${publication}|private`],
      pro: [`${publication}|private`, `${membership}|pending`],
      paper: [`${publication}|private`, `${translation}|untranslated`],
      file: [],
    }
    const kinds = ['link', 'page', 'pro', 'paper', 'file'] as const

    it('list the states in chain order, the same in content and search', async () => {
      for (const id of kinds) {
        expect((await http.add(id)).body.workflow_states).toEqual(states[id])
        const { body } = await http.get(`/${id}`).expect(200)
        expect(body.workflow_states).toEqual(states[id])
        expect(body.review_state).toBe(states[id][0]?.split('|')[1] ?? null)
        expect(await itemsFor(`id=${id}`)).toMatchObject([{ workflow_states: states[id] }])
        expect((await itemsFor(`id=${id}&fullobjects=1`))[0]?.workflow_states).toEqual(states[id])
      }
    })

    it('show for a version the states at the time it was saved', async () => {
      await http.add('pro')
      await http.move('/pro', 'activate')
      await http.move('/pro', 'publish')
      const { body } = await http.get('/pro?version=0').expect(200)
      expect(body).toMatchObject({ version: '0', review_state: 'private', workflow_states: states.pro })
    })
  })

  describe('the index', () => {
    const published = `${publication}|published`

    it('finds objects by each of several values, and returns them in chain order', async () => {
      await http.add('pro')
      const values = [`${publication}|private`, `${membership}|pending`]
      for (const value of values)
        expect(await itemsFor(`workflow_states=${encodeURIComponent(value)}`)).toMatchObject([
          { workflow_states: values },
        ])
      expect(await count(...values)).toBe(1)
    })

    it('has one value for content without contributed workflows, which publishing changes', async () => {
      await http.add('page')
      expect([await count(`${publication}|private`), await count(published)]).toEqual([1, 0])
      await http.move('/page', 'publish')
      expect([await count(`${publication}|private`), await count(published)]).toEqual([0, 1])
    })

    it('follows an additional workflow whose variable is named like the index, and leaves publication unchanged', async () => {
      await http.add('pro')
      await http.move('/pro', 'publish')
      await http.move('/pro', 'activate')
      expect([await count(`${membership}|pending`), await count(`${membership}|active`)]).toEqual([0, 1])
      expect(await count(published, `${membership}|active`)).toBe(1)
    })

    it('follows an additional workflow with a separate variable', async () => {
      await http.add('paper')
      expect(await count(`${translation}|untranslated`)).toBe(1)
      await http.move('/paper', 'translation_start')
      await http.move('/paper', 'publish')
      expect([await count(`${translation}|untranslated`), await count(`${publication}|private`)]).toEqual([0, 0])
      expect(await count(`${translation}|in_progress`, published)).toBe(1)
    })

    it('finds nothing by a state without its workflow', async () => {
      await http.add('pro')
      expect([await count('private'), await count('pending'), await count(`${membership}|pending`)]).toEqual([0, 0, 1])
    })
  })
})
