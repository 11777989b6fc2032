import { shippedWorkflows, type WorkflowDefinition } from '@plenum/core/workflow'
import { createTestSite, type TestUser, testRoles } from '@plenum/testkit'
import { type SimulatedCaller, simulateWorkflow } from './simulateWorkflow.js'

const caller = (more: Partial<SimulatedCaller> = {}): SimulatedCaller => ({
  ...{ roles: [], groups: [], permissions: [] },
  ...more,
})

const legal: WorkflowDefinition = {
  id: 'legal',
  title: 'Legal review',
  stateVariable: 'legal_state',
  initialState: 'open',
  managedPermissions: ['View'],
  historyGuard: {},
  states: [
    { id: 'open', title: 'Open', transitions: ['check', 'late', 'lapse', 'end'], permissions: {} },
    {
      id: 'secret',
      title: 'Secret',
      transitions: ['approve'],
      permissions: { View: { roles: ['Reviewer'], acquired: false } },
    },
    { id: 'done', title: 'Done', transitions: [], permissions: {} },
  ],
  transitions: [
    { id: 'check', title: 'Check', to: 'secret', guard: { groups: ['lawyers'] } },
    { id: 'late', title: 'Late', to: 'done', trigger: 'automatic' },
    { id: 'lapse', title: 'Lapse', to: 'done', trigger: 'automatic', after: { days: 9 }, as: { user: 'ana' } },
    { id: 'end', title: 'End', to: 'done', trigger: 'automatic', at: 'expires', as: { user: 'ana' } },
    { id: 'approve', title: 'Approve', to: 'done', guard: { roles: ['Reviewer'], expression: 'another_person' } },
  ],
}

describe('plenum workflow simulate', () => {
  it('shows what a caller can do in each state, the conditions, and the reasons against', () => {
    expect(simulateWorkflow({ definition: legal, caller: caller({ roles: ['Reviewer'] }) }, undefined)).toEqual([
      'Legal review (legal) for a caller with the role Reviewer',
      '',
      'Open (open)',
      '  Permissions: View',
      '  no  check  Check  This requires one of these groups: lawyers.',
      '  no  late   Late   Runs automatically when the object enters one of these states: Open.',
      '  no  lapse  Lapse  Runs automatically 9 days after the object enters one of these states: Open.',
      '  no  end    End    Runs automatically at the date in the field expires, if the object is in one of these states: Open.',
      '',
      'Secret (secret)',
      '  Permissions: View',
      '  yes  approve  Approve  If the condition another_person is met.',
      '',
      'Done (done)',
      '  Permissions: View',
      '  No transition leaves this state.',
    ])
  })

  it('explains every transition in one state, where the caller may lack View', () => {
    const lines = simulateWorkflow({ definition: legal, caller: caller({ groups: ['lawyers'] }) }, 'secret')
    expect(lines.slice(2)).toEqual([
      'Secret (secret)',
      expect.stringMatching(/^ {2}no {2}check .* permissions: View\. The object is already in the state Secret\.$/),
      expect.stringMatching(/^ {2}no {2}late /),
      expect.stringMatching(/^ {2}no {2}lapse /),
      expect.stringMatching(/^ {2}no {2}end /),
      expect.stringMatching(/^ {2}no {2}approve .* permissions: View\. This requires one of these roles: Reviewer\.$/),
    ])
  })

  it.each<[Partial<SimulatedCaller>, string]>([
    [{}, 'no'],
    [{ roles: ['Anonymous'] }, 'no'],
    [{ roles: ['Reader'] }, 'yes'],
    [{ groups: ['lawyers'] }, 'yes'],
  ])('treats a caller with a group or a role other than Anonymous as logged in: %j', (more, possible) => {
    const [open, ...others] = legal.states
    const View = { roles: ['Authenticated'], acquired: false }
    const definition = { ...legal, states: [{ ...open, permissions: { View } }, ...others] } as WorkflowDefinition
    const transitions = [{ id: 'check', title: 'Check', to: 'done' }]
    const lines = simulateWorkflow({ definition: { ...definition, transitions }, caller: caller(more) }, 'open')
    expect(lines.at(-1)).toMatch(new RegExp(`^  ${possible} +check  Check`))
  })

  it('adds permissions to those of the roles', () => {
    const [definition] = shippedWorkflows.filter(({ id }) => id === 'foundation_member_workflow')
    if (!definition) throw new Error('The workflow is missing.')
    const possible = (permissions: readonly string[]) =>
      simulateWorkflow({ definition, caller: caller({ roles: ['Reader'], permissions }) }, 'pending')[3]
    expect(possible([])).toMatch(/^ {2}no {2}/)
    expect(possible(['Modify portal content'])).toMatch(/^ {2}yes {2}activate/)
  })

  it.each<[Partial<SimulatedCaller>, string | undefined, RegExp]>([
    [{ roles: ['Revewer'] }, undefined, /no role Revewer\. .*Reviewer/],
    [{ permissions: ['Look'] }, undefined, /no permission Look\. .*View/],
    [{}, 'opened', /no state of legal with the id opened\. .*open, secret, done/],
  ])('refuses the unknown name in %j, state %s', (more, state, text) =>
    expect(() => simulateWorkflow({ definition: legal, caller: caller(more) }, state)).toThrow(text),
  )

  it('agrees with a site about every user in every state of the publication workflow', async () => {
    const [definition] = shippedWorkflows.filter(({ id }) => id === 'simple_publication_workflow')
    if (!definition) throw new Error('The workflow is missing.')
    const at = await createTestSite()
    await at.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'page', title: 'Page' } })
    for (const [transition, state] of [
      [null, 'private'],
      ['submit', 'pending'],
      ['publish', 'published'],
    ] as const) {
      if (transition) await at.run('transitionContent', '/page', { as: 'max', input: { transition, body: {} } })
      for (const user of Object.keys(testRoles) as TestUser[]) {
        const roles = [...testRoles[user], ...(user === 'max' ? ['Owner'] : [])]
        const lines = simulateWorkflow({ definition, caller: caller({ roles }) }, state)
        const simulated = lines.flatMap(line => /^ {2}yes +(\S+)/.exec(line)?.[1] ?? [])
        const actual = await at.run('getTransitions', '/page', { as: user, input: undefined }).then(
          byWorkflow => byWorkflow[definition.id] ?? [],
          () => [],
        )
        expect([state, user, simulated.toSorted()]).toEqual([state, user, [...actual].sort()])
      }
    }
  })
})
