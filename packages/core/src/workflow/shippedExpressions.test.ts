import { buildType, createTestSite, type TestUser } from '@plenum/testkit'
import type { WorkflowDefinition } from './definition.js'

const guard = { permissions: ['Modify portal content'] }

const review: WorkflowDefinition = {
  id: 'legal_review',
  title: 'Legal review',
  stateVariable: 'legal_state',
  initialState: 'unchecked',
  managedPermissions: [],
  historyGuard: {},
  variables: [{ id: 'checked_by', default: null, isKept: true }],
  states: [
    {
      id: 'unchecked',
      title: '',
      transitions: ['legal_check'],
      permissions: {},
      variables: { checked_by: null },
    },
    { id: 'checked', title: '', transitions: ['legal_approve', 'legal_reject'], permissions: {} },
    { id: 'approved', title: '', transitions: [], permissions: {} },
  ],
  transitions: [
    {
      id: 'legal_check',
      title: 'Check',
      to: 'checked',
      guard,
      variables: { checked_by: { expression: 'caller_id' } },
    },
    { id: 'legal_approve', title: 'Approve', to: 'approved', guard: { expression: 'another_person' } },
    { id: 'legal_reject', title: 'Reject', to: 'unchecked', guard },
  ],
}

async function checkedPaper() {
  const extensions = {
    workflows: [review],
    behaviors: [{ name: 'legal', workflows: [{ ids: ['legal_review'] }] }],
    types: [buildType('Paper', { behaviors: ['plone.basic', 'legal'] })],
  }
  const at = await createTestSite({ extensions })
  await at.run('addContent', '/', { as: 'max', input: { '@type': 'Paper', id: 'one', title: 'One' } })
  const move = (transition: string, as?: TestUser) =>
    at.run('transitionContent', '/one', { as, input: { transition, body: {} } })
  await move('publish', 'max')
  await move('legal_check', 'max')
  return { move, state: async () => (await at.run('getStates', '/one', { as: 'max', input: undefined })).legal_review }
}

describe('a two-person rule by caller_id and another_person (docs/workflow-and-history.md, Guards, rule 5)', () => {
  it('refuses the second step to the person of the first one, a Manager too, and admits another person', async () => {
    const { move, state } = await checkedPaper()
    await expect(move('legal_approve', 'max')).rejects.toThrow('legal_approve')
    expect(await state()).toBe('checked')
    await move('legal_approve', 'sia')
    expect(await state()).toBe('approved')
  })

  it('refuses an anonymous caller, who may be the first person', async () => {
    const { move, state } = await checkedPaper()
    await expect(move('legal_approve')).rejects.toThrow('legal_approve')
    expect(await state()).toBe('checked')
  })

  it('begins again in a state that clears the variable', async () => {
    const { move, state } = await checkedPaper()
    await move('legal_reject', 'max')
    await move('legal_check', 'sia')
    await expect(move('legal_approve', 'sia')).rejects.toThrow('legal_approve')
    await move('legal_approve', 'max')
    expect(await state()).toBe('approved')
  })
})
