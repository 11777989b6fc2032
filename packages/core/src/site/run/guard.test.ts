import { createTestSite } from '@plenum/testkit'
import type { WorkflowDefinition } from '../../workflow/definition.js'

const checked: WorkflowDefinition = {
  id: 'checked',
  title: 'Checked',
  stateVariable: 'checked_state',
  initialState: 'open',
  managedPermissions: [],
  historyGuard: {},
  states: [
    { id: 'open', title: 'Open', transitions: ['check'], permissions: {} },
    { id: 'done', title: 'Done', transitions: [], permissions: {} },
  ],
  transitions: [
    {
      id: 'check',
      title: 'Check',
      to: 'done',
      guard: { permissions: ['Modify portal content'], expression: 'isPublishedBelowRoot' },
    },
  ],
}

describe('a guard with an expression (docs/workflow-and-history.md, Guards)', () => {
  it('is decided by the registered function from the object, its container, the caller and the states', async () => {
    const calls: unknown[] = []
    const { run } = await createTestSite({
      extensions: {
        workflows: [checked],
        behaviors: [{ name: 'checking', workflows: [{ ids: ['checked'] }] }],
        types: [
          {
            id: 'Paper',
            title: 'Paper',
            behaviors: ['plone.basic', 'checking'],
            contains: null,
            addableAnywhere: true,
            addPermission: 'Add portal content',
            layout: 'view',
            lockable: false,
          },
        ],
        expressions: {
          isPublishedBelowRoot: ({ object, container, caller, states }) => {
            calls.push([object.type, container?.path, caller.kind])
            return states.simple_publication_workflow === 'published'
          },
        },
      },
    })
    await run('addContent', '/', { as: 'max', input: { '@type': 'Paper', id: 'paper', title: 'Paper' } })
    const check = () => run('transitionContent', '/paper', { as: 'max', input: { transition: 'check', body: {} } })
    await expect(check()).rejects.toMatchObject({ code: 'workflow-refused' })
    await run('transitionContent', '/paper', { as: 'max', input: { transition: 'publish', body: {} } })
    await check()
    expect(calls[0]).toEqual(['Paper', '/', 'member'])
    await run('transitionContent', '/paper', { as: 'max', input: { transition: 'retract', body: {} } })
    const { chain } = await run('getWorkflow', '/paper', { as: 'max', input: undefined })
    expect(chain).toMatchObject([{}, { workflow_id: 'checked', state: { id: 'done' } }])
  })
})
