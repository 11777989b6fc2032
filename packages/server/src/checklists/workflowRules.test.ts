import type { Behavior } from '@plenum/core'
import type { WorkflowDefinition } from '@plenum/core/workflow'
import { buildEntry, buildType, createTestSite, freshStores } from '@plenum/testkit'
import { openDatabase } from '../database.js'

const stores = freshStores(file => openDatabase(file).content, afterAll)
const publication = 'simple_publication_workflow'

const workflow = (id: string): WorkflowDefinition => ({
  id,
  title: `Title of ${id}`,
  stateVariable: `${id}_state`,
  initialState: 'start',
  managedPermissions: [],
  historyGuard: {},
  states: [
    { id: 'start', title: 'Start', transitions: [`go_${id}`], permissions: {} },
    { id: 'done', title: 'Done', transitions: [], permissions: {} },
  ],
  transitions: [{ id: `go_${id}`, title: 'Go', to: 'done' }],
})

const contributing = (name: string, ...workflows: NonNullable<Behavior['workflows']>): Behavior => ({ name, workflows })
const behaviorOf = (name: string, ...ids: readonly string[]) => contributing(name, { ids })

interface Plan {
  readonly behaviors?: readonly Behavior[]
  readonly listed?: readonly string[]
  readonly base?: readonly string[]
}

const workflows = ['a', 'b', 'c'].map(workflow)

describe.each(stores)('workflow checklist, chains of objects in %s', (_name, openStore) => {
  async function paper({ behaviors = [], listed = behaviors.map(({ name }) => name), base }: Plan) {
    const store = openStore()
    const type = buildType('Paper', { behaviors: ['plone.basic', ...listed], ...(base ? { workflows: base } : {}) })
    const { run } = await createTestSite({ store, extensions: { types: [type], behaviors, workflows } })
    await run('addContent', '/', { as: 'max', input: { '@type': 'Paper', id: 'paper', title: 'Paper' } })
    const status = (path = '/paper') => run('getWorkflow', path, { as: 'max', input: undefined })
    const states = async () => {
      const input = { batch: { start: 0, size: 9 }, metadata: ['workflow_states'], fullObjects: false, parameters: {} }
      const { items } = await run('searchContent', '/paper', { as: 'max', input })
      return items[0]?.workflow_states
    }
    return { run, store, status, states }
  }

  async function chainOf(plan: Plan): Promise<unknown> {
    const { chain } = await (await paper(plan)).status()
    return Array.isArray(chain) ? chain.map(entry => (entry as { workflow_id: string }).workflow_id) : undefined
  }

  const namesIn = async (plan: Plan) => {
    const { chain } = await (await paper(plan)).status()
    return Array.isArray(chain) ? chain.map(entry => (entry as { title: string }).title) : undefined
  }

  const refusal = async (...behaviors: readonly Behavior[]): Promise<string> => {
    const error: unknown = await paper({ behaviors }).catch((reason: unknown) => reason)
    return error instanceof Error ? error.message : 'not refused'
  }

  describe('the chain', () => {
    it('of a type without contributions has exactly the workflows set for the type', async () => {
      expect(await (await paper({})).states()).toEqual([`${publication}|private`])
      expect(await (await paper({ base: ['b', 'a'] })).states()).toEqual(['b|start', 'a|start'])
      expect(await (await paper({ base: [] })).states()).toEqual([])
    })

    it("of one contribution is the type's workflows, then the contributed one", async () => {
      expect(await chainOf({ behaviors: [behaviorOf('A', 'a')] })).toEqual([publication, 'a'])
    })

    it("of two behaviors has both contributions after the type's workflows", async () => {
      const behaviors = [behaviorOf('A', 'a'), behaviorOf('B', 'b')]
      expect(await chainOf({ behaviors, base: [publication, 'c'] })).toEqual([publication, 'c', 'b', 'a'])
    })

    it('of one contribution with two workflows preserves their order', async () => {
      expect(await chainOf({ behaviors: [behaviorOf('A', 'b', 'a')] })).toEqual([publication, 'b', 'a'])
    })

    it('contains a workflow once even if a contribution names it twice', async () => {
      expect(await chainOf({ behaviors: [behaviorOf('A', 'a', 'b', 'a')] })).toEqual([publication, 'a', 'b'])
    })

    it('is not changed by a contributed workflow that the type already has', async () => {
      expect(await chainOf({ behaviors: [behaviorOf('A', 'a')], base: [publication, 'a', 'b'] })).toEqual([
        publication,
        'a',
        'b',
      ])
    })

    it('is the same when read twice', async () => {
      const { status } = await paper({ behaviors: [behaviorOf('A', 'b', 'a')] })
      expect(await status()).toEqual(await status())
    })

    it('with an unknown id reports that id alone', async () => {
      const message = await refusal(behaviorOf('A', 'a', 'nope'))
      expect(message.split('\n').slice(1)).toEqual([expect.stringMatching(/behavior A.* nope\b/i)])
    })

    it('of an object without the behavior is that of its type, regardless of other contributions', async () => {
      const { states } = await paper({ behaviors: [behaviorOf('A', 'a')], listed: [] })
      expect(await states()).toEqual([`${publication}|private`])
    })

    it('of a new object begins in both initial states, each in its own variable', async () => {
      const { status } = await paper({ behaviors: [behaviorOf('A', 'a')] })
      expect(await status()).toMatchObject({
        state: { id: 'private' },
        chain: [
          { state_variable: 'review_state', history: [{ action: null, review_state: 'private' }] },
          { state_variable: 'a_state', state: { id: 'start' }, history: [{ action: null, a_state: 'start' }] },
        ],
      })
    })
  })

  describe('the order of contributions', () => {
    const [a, b] = [behaviorOf('A', 'a'), behaviorOf('B', 'b')]

    it('begins with the behavior that the type lists last', async () => {
      expect(await chainOf({ behaviors: [a, b], listed: ['A', 'B'] })).toEqual([publication, 'b', 'a'])
      expect(await chainOf({ behaviors: [a, b], listed: ['B', 'A'] })).toEqual([publication, 'a', 'b'])
    })

    it.each([
      ['A', 'B'],
      ['B', 'A'],
    ])('of behaviors of the object itself, %s then %s, begins with the later one', async (...behaviors) => {
      const { store, status } = await paper({ behaviors: [a, b], listed: [] })
      const node = (await store.read(reader => reader.open('/paper'))).lineage.at(-1)
      const updates = node ? [{ node: { ...node, behaviors: behaviors }, entry: buildEntry() }] : []
      await store.commit({ updates })
      const ids = behaviors.toReversed().map(name => ({ workflow_id: name.toLowerCase() }))
      expect((await status()).chain).toMatchObject([{ workflow_id: publication }, ...ids])
    })

    it('does not depend on the order of registration', async () => {
      for (const behaviors of [
        [a, b],
        [b, a],
      ])
        expect(await chainOf({ behaviors, listed: ['A', 'B'] })).toEqual([publication, 'b', 'a'])
    })
  })

  describe('a declaration', () => {
    it('lists the workflows of a contribution in order', async () => {
      expect(await chainOf({ behaviors: [behaviorOf('A', 'c', 'a', 'b')] })).toEqual([publication, 'c', 'a', 'b'])
    })

    it('combines two contributions, and repeated workflows count once', async () => {
      const behaviors = [behaviorOf('A', 'a', 'c'), behaviorOf('B', 'b', 'c')]
      expect(await chainOf({ behaviors })).toEqual([publication, 'b', 'c', 'a'])
    })

    it('results in the same chain in every site with the same model', async () => {
      const behaviors = [behaviorOf('A', 'b', 'a'), behaviorOf('B', 'c')]
      expect(await chainOf({ behaviors })).toEqual(await chainOf({ behaviors }))
    })

    it('preserves the order of several contributions of one behavior', async () => {
      const behaviors = [contributing('A', { ids: ['c', 'a'] }, { ids: ['b'] })]
      expect(await chainOf({ behaviors })).toEqual([publication, 'c', 'a', 'b'])
    })

    it('may name one workflow or several', async () => {
      expect(await chainOf({ behaviors: [behaviorOf('A', 'a')] })).toEqual([publication, 'a'])
      expect(await chainOf({ behaviors: [behaviorOf('A', 'b', 'c', 'a')] })).toEqual([publication, 'b', 'c', 'a'])
    })

    it('of no contribution leaves an object without a chain in its payload', async () => {
      const behaviors = [contributing('A', { ids: ['a'], label: 'Label' })]
      const status = await (await paper({ behaviors, listed: [] })).status()
      expect(Object.keys(status).sort()).toEqual(['@id', 'history', 'state', 'transitions'])
    })

    it('may have a label that replaces the title of its own workflow only', async () => {
      const behaviors = [contributing('A', { ids: ['a'], label: 'Label' }, { ids: ['b'] })]
      expect(await namesIn({ behaviors })).toEqual(['Simple Publication Workflow', 'Label', 'Title of b'])
    })

    it('with a label on two workflows is refused with both ids', async () => {
      expect(await refusal(contributing('A', { ids: ['a', 'b'], label: 'Label' }))).toMatch(/behavior A.*label.*a, b/i)
    })

    it('with two labels for one workflow is refused', async () => {
      const [one, two] = ['A', 'B'].map(name => contributing(name, { ids: ['a'], label: `Label ${name}` }))
      if (!one || !two) throw new Error('two behaviors')
      expect(await refusal(one, two)).toMatch(/workflow a\b.*label/i)
    })
  })
})
