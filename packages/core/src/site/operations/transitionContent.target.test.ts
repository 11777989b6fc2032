import { createTestSite } from '@plenum/testkit'
import { foundationMemberWorkflow } from '../../workflow/membership.js'

const shadowed = {
  ...foundationMemberWorkflow,
  id: 'shadowed',
  stateVariable: 'shadowed_state',
  transitions: foundationMemberWorkflow.transitions.map(one =>
    one.id === 'activate' ? { ...one, id: 'publish' } : one,
  ),
  states: foundationMemberWorkflow.states.map(state => ({
    ...state,
    transitions: state.transitions.map(id => (id === 'activate' ? 'publish' : id)),
  })),
}

async function paper() {
  const { run, platform } = await createTestSite({
    extensions: {
      workflows: [shadowed],
      behaviors: [{ name: 'shadowing', workflows: [{ ids: ['shadowed'] }] }],
      types: [
        {
          id: 'Paper',
          title: 'Paper',
          behaviors: ['plone.basic', 'shadowing'],
          contains: null,
          addableAnywhere: true,
          addPermission: 'Add portal content',
          layout: 'view',
          lockable: false,
        },
      ],
    },
  })
  await run('addContent', '/', { as: 'max', input: { '@type': 'Paper', id: 'paper', title: 'Paper' } })
  const move = (input: { transition?: string; workflow?: string; toState?: string }) =>
    run('transitionContent', '/paper', { as: 'max', input: { transition: null, body: {}, ...input } })
  const states = async () => (await platform.store.read(reader => reader.open('/paper'))).lineage.at(-1)?.states
  return { move, states }
}

describe('a transition of an embedder (docs/workflow-and-history.md, Transitions, rule 7)', () => {
  it('runs in the first workflow that can execute it, and a second time in the next', async () => {
    const { move, states } = await paper()
    await move({ transition: 'publish' })
    expect(await states()).toEqual({ simple_publication_workflow: 'published', shadowed: 'pending' })
    await move({ transition: 'publish' })
    expect(await states()).toEqual({ simple_publication_workflow: 'published', shadowed: 'active' })
  })

  it('runs only in a named workflow', async () => {
    const { move, states } = await paper()
    await move({ transition: 'publish', workflow: 'shadowed' })
    expect(await states()).toEqual({ simple_publication_workflow: 'private', shadowed: 'active' })
    await expect(move({ transition: 'lapse', workflow: 'simple_publication_workflow' })).rejects.toMatchObject({
      code: 'workflow-refused',
    })
    await expect(move({ transition: 'publish', workflow: 'nope' })).rejects.toThrow(
      'simple_publication_workflow, shadowed',
    )
  })

  it('follows the shortest path to a state of the primary workflow only', async () => {
    const { move, states } = await paper()
    await move({ toState: 'pending' })
    expect(await states()).toMatchObject({ simple_publication_workflow: 'pending' })
    await move({ toState: 'pending' })
    await expect(move({ toState: 'active' })).rejects.toMatchObject({ code: 'workflow-refused' })
    await expect(move({ toState: 'private', workflow: 'shadowed' })).rejects.toMatchObject({ code: 'bad-request' })
    expect(await states()).toEqual({ simple_publication_workflow: 'pending', shadowed: 'pending' })
  })
})
