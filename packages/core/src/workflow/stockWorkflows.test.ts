import type { Vocabulary } from '../content/model/vocabulary.js'
import { translator } from '../foundation/messages.js'
import {
  assignableRoles,
  holdsPermission,
  implicitRoles,
  permission,
  stockPermissions,
} from '../security/permissions.js'
import { stateOf, transitionOf } from './definition.js'
import { problemsOfWorkflow } from './definitionProblems.js'
import { simplePublicationWorkflow as workflow } from './stockWorkflows.js'
import { qualifiedStates, reviewStates } from './vocabulary.js'

const roleNames: Readonly<Record<string, string>> = {
  M: 'Manager',
  O: 'Owner',
  E: 'Editor',
  R: 'Reader',
  C: 'Contributor',
  V: 'Reviewer',
  S: 'Site Administrator',
  A: 'Anonymous',
}

const named = (letters: string) => letters.split(' ').map(letter => roleNames[letter])

describe('the simple publication workflow', () => {
  it('drives review_state, begins private, and manages View, Access contents information and Modify portal content', () => {
    expect(workflow).toMatchObject({
      id: 'simple_publication_workflow',
      title: 'Simple Publication Workflow',
      stateVariable: 'review_state',
      initialState: 'private',
    })
    expect(workflow.managedPermissions?.toSorted()).toEqual([
      'Access contents information',
      'Modify portal content',
      'View',
    ])
  })

  it('has the states pending, private and published, in this order', () => {
    expect(workflow.states.map(({ id }) => id)).toEqual(['pending', 'private', 'published'])
  })

  it.each([
    ['private', 'Private', 'M O E R C S', 'M O E S', ['publish', 'submit']],
    ['pending', 'Pending review', 'M O E R C V S', 'M V S', ['publish', 'reject', 'retract']],
    ['published', 'Published', 'A', 'M O E S', ['reject', 'retract']],
  ])('has the state %s, "%s", with its viewers, modifiers and exits', (id, title, viewers, modifiers, exits) => {
    const state = stateOf(workflow, id)
    const rolesOf = (name: string) => state?.permissions?.[name]?.roles.toSorted()
    expect(state?.title).toBe(title)
    expect(state?.transitions.toSorted()).toEqual(exits)
    expect(rolesOf('View')).toEqual(named(viewers).toSorted())
    expect(rolesOf('Access contents information')).toEqual(named(viewers).toSorted())
    expect(rolesOf('Modify portal content')).toEqual(named(modifiers).toSorted())
    expect(Object.values(state?.permissions ?? {}).map(({ acquired }) => acquired)).toEqual([false, false, false])
  })

  it.each([
    ['publish', 'Publish', 'published', permission.review],
    ['reject', 'Send back', 'private', permission.review],
    ['retract', 'Retract', 'private', permission.requestReview],
    ['submit', 'Submit for publication', 'pending', permission.requestReview],
  ])('has the transition %s, "%s" to %s, guarded by %s', (id, title, to, guard) => {
    expect(transitionOf(workflow, id)).toEqual({ id, title, to, guard: { permissions: [guard] } })
  })

  it('has no other transition', () => {
    expect(workflow.transitions.map(({ id }) => id)).toEqual(['publish', 'reject', 'retract', 'submit'])
  })

  it('shows its history to callers who may request a review or review', () => {
    expect(workflow.historyGuard).toEqual({ permissions: [permission.requestReview, permission.review] })
  })

  it('has no problems on a stock site', () => {
    const names = {
      permissions: Object.keys(stockPermissions),
      roles: [...assignableRoles, ...implicitRoles],
      expressions: [],
    }
    expect(problemsOfWorkflow(workflow, names)).toEqual([])
  })
})

describe('the transitions of a stock site', () => {
  function offered(stateId: string, role: string): readonly string[] | null {
    const state = stateOf(workflow, stateId)
    const caller = { kind: 'member', id: 'ada', fullname: '', roles: ['Member', role], groups: [] } as const
    const lineage = [{ permissions: state?.permissions ?? {}, localRoles: {}, blockLocalRoles: false }]
    const may = (name: string) => holdsPermission(name, { caller, lineage, site: stockPermissions })
    const ids = state?.transitions.filter(id => transitionOf(workflow, id)?.guard?.permissions?.some(may))
    return may(permission.view) ? (ids ?? []).toSorted() : null
  }

  it.each<[string, string, readonly string[] | null]>([
    ['private', 'M S', ['publish', 'submit']],
    ['private', 'O E', ['submit']],
    ['private', 'C R', []],
    ['private', 'V', null],
    ['pending', 'M S', ['publish', 'reject', 'retract']],
    ['pending', 'O E', ['retract']],
    ['pending', 'V', ['publish', 'reject']],
    ['pending', 'C R', []],
    ['published', 'M S', ['reject', 'retract']],
    ['published', 'O E', ['retract']],
    ['published', 'V', ['reject']],
    ['published', 'C R A', []],
  ])('from %s are, for %s, %j', (state, letters, transitions) => {
    for (const role of named(letters)) expect(offered(state, role ?? '')).toEqual(transitions)
  })
})

describe('the vocabulary of workflow states', () => {
  const source = {} as Parameters<ReturnType<typeof reviewStates>['terms']>[0]

  it('labels each state by its title and id, and uses the first of several with one id', async () => {
    const second = { ...workflow, states: [{ id: 'private', title: 'Secret', transitions: [], permissions: {} }] }
    expect(await reviewStates([workflow, second]).terms(source)).toMatchObject([
      { token: 'pending', title: 'Pending review [pending]' },
      { token: 'private', title: 'Private [private]' },
      { token: 'published', title: 'Published [published]' },
    ])
  })

  it('has titles that can be translated, including their parts', async () => {
    const translate = translator({ Private: 'Privat', Review: 'Prüfung' })
    const inGerman = async ({ terms }: Vocabulary) =>
      (await terms(source)).map(({ titleMessage: title }) => title && translate(title))
    expect(await inGerman(reviewStates([workflow]))).toContain('Privat [private]')
    expect(await inGerman(qualifiedStates([workflow], new Map([[workflow.id, 'Review']])))).toContain('Prüfung: Privat')
  })
})
