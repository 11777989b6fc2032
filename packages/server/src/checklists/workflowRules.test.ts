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
  /** The behaviors of the type, in order; all by default. */
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

  /** The workflow ids of the chain in `@workflow`. */
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

  describe('Chain', () => {
    it('a type without contributions has the workflows that are set for it and no others', async () => {
      expect(await (await paper({})).states()).toEqual([`${publication}|private`])
      expect(await (await paper({ base: ['b', 'a'] })).states()).toEqual(['b|start', 'a|start'])
      expect(await (await paper({ base: [] })).states()).toEqual([])
    })

    it('one contributed workflow is appended', async () => {
      expect(await chainOf({ behaviors: [behaviorOf('A', 'a')] })).toEqual([publication, 'a'])
    })

    it('two behaviors both contribute after the workflows of the type', async () => {
      const behaviors = [behaviorOf('A', 'a'), behaviorOf('B', 'b')]
      expect(await chainOf({ behaviors, base: [publication, 'c'] })).toEqual([publication, 'c', 'b', 'a'])
    })

    it('one contribution of two workflows preserves their order', async () => {
      expect(await chainOf({ behaviors: [behaviorOf('A', 'b', 'a')] })).toEqual([publication, 'b', 'a'])
    })

    it('a workflow that one contribution names twice is there once', async () => {
      expect(await chainOf({ behaviors: [behaviorOf('A', 'a', 'b', 'a')] })).toEqual([publication, 'a', 'b'])
    })

    it('a contributed workflow that the type has anyway changes nothing', async () => {
      expect(await chainOf({ behaviors: [behaviorOf('A', 'a')], base: [publication, 'a', 'b'] })).toEqual([
        publication,
        'a',
        'b',
      ])
    })

    it('asking twice gives the same', async () => {
      const { status } = await paper({ behaviors: [behaviorOf('A', 'b', 'a')] })
      expect(await status()).toEqual(await status())
    })

    it('beside an id that does not exist, only that one is found fault with', async () => {
      const message = await refusal(behaviorOf('A', 'a', 'nope'))
      expect(message.split('\n').slice(1)).toEqual([expect.stringMatching(/behavior A.* nope\b/i)])
    })

    it('an object without the behavior has the workflows of its type, whatever others contribute', async () => {
      const { states } = await paper({ behaviors: [behaviorOf('A', 'a')], listed: [] })
      expect(await states()).toEqual([`${publication}|private`])
    })

    it('a new object starts in both workflows, each with its own variable', async () => {
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

  describe('Order', () => {
    const [a, b] = [behaviorOf('A', 'a'), behaviorOf('B', 'b')]

    it('the behavior that the type lists last contributes first', async () => {
      expect(await chainOf({ behaviors: [a, b], listed: ['A', 'B'] })).toEqual([publication, 'b', 'a'])
      expect(await chainOf({ behaviors: [a, b], listed: ['B', 'A'] })).toEqual([publication, 'a', 'b'])
    })

    it.each([
      ['A', 'B'],
      ['B', 'A'],
    ])('of behaviors given to the object itself, %s then %s, the later contributes first', async (...given) => {
      const { store, status } = await paper({ behaviors: [a, b], listed: [] })
      const node = (await store.read(reader => reader.open('/paper'))).lineage.at(-1)
      const updates = node ? [{ node: { ...node, behaviors: given }, entry: buildEntry() }] : []
      await store.commit({ updates })
      const ids = given.toReversed().map(name => ({ workflow_id: name.toLowerCase() }))
      expect((await status()).chain).toMatchObject([{ workflow_id: publication }, ...ids])
    })

    it('the order in which behaviors are registered means nothing', async () => {
      for (const behaviors of [
        [a, b],
        [b, a],
      ])
        expect(await chainOf({ behaviors, listed: ['A', 'B'] })).toEqual([publication, 'b', 'a'])
    })
  })

  describe('Declaration', () => {
    it('the workflows of a contribution are in its order', async () => {
      expect(await chainOf({ behaviors: [behaviorOf('A', 'c', 'a', 'b')] })).toEqual([publication, 'c', 'a', 'b'])
    })

    it('of two contributions both count, and what both name counts once', async () => {
      const behaviors = [behaviorOf('A', 'a', 'c'), behaviorOf('B', 'b', 'c')]
      expect(await chainOf({ behaviors })).toEqual([publication, 'b', 'c', 'a'])
    })

    it('the chain is the same in every site that is put together alike', async () => {
      const behaviors = [behaviorOf('A', 'b', 'a'), behaviorOf('B', 'c')]
      expect(await chainOf({ behaviors })).toEqual(await chainOf({ behaviors }))
    })

    it('several contributions of one behavior keep the order in which they stand', async () => {
      const behaviors = [contributing('A', { ids: ['c', 'a'] }, { ids: ['b'] })]
      expect(await chainOf({ behaviors })).toEqual([publication, 'c', 'a', 'b'])
    })

    it('contributions of one workflow and of several are accepted', async () => {
      expect(await chainOf({ behaviors: [behaviorOf('A', 'a')] })).toEqual([publication, 'a'])
      expect(await chainOf({ behaviors: [behaviorOf('A', 'b', 'c', 'a')] })).toEqual([publication, 'b', 'c', 'a'])
    })

    it('an object without a contributing behavior has no chain in its payload', async () => {
      const behaviors = [contributing('A', { ids: ['a'], label: 'Label' })]
      const status = await (await paper({ behaviors, listed: [] })).status()
      expect(Object.keys(status).sort()).toEqual(['@id', 'history', 'state', 'transitions'])
    })

    it('a label stands for the title of its own workflow; others keep theirs', async () => {
      const behaviors = [contributing('A', { ids: ['a'], label: 'Label' }, { ids: ['b'] })]
      expect(await namesIn({ behaviors })).toEqual(['Simple Publication Workflow', 'Label', 'Title of b'])
    })

    it('a label on two workflows is refused with the ids of both', async () => {
      expect(await refusal(contributing('A', { ids: ['a', 'b'], label: 'Label' }))).toMatch(/behavior A.*label.*a, b/i)
    })

    it('two labels for one workflow are refused', async () => {
      const [one, two] = ['A', 'B'].map(name => contributing(name, { ids: ['a'], label: `Label ${name}` }))
      if (!one || !two) throw new Error('two behaviors')
      expect(await refusal(one, two)).toMatch(/workflow a\b.*label/i)
    })
  })
})
