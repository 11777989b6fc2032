import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { shippedWorkflows } from '@plenum/core/workflow'
import { checkWorkflows } from './checkWorkflows.js'
import { knownWorkflows } from './knownWorkflows.js'
import { loadWorkflows } from './loadWorkflows.js'
import { showChain } from './showChain.js'
import { guardText, showWorkflow, workflowFile } from './showWorkflow.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'plenum-workflows-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const legal = {
  id: 'legal',
  title: 'Legal review',
  stateVariable: 'legal_state',
  initialState: 'open',
  managedPermissions: ['View', 'Add portal content'],
  states: [
    { id: 'open', title: 'Open', transitions: ['publish'] },
    {
      id: 'done',
      title: 'Done',
      transitions: [],
      permissions: { View: { roles: ['Owner'], acquired: true }, 'Add portal content': { roles: [], acquired: false } },
    },
  ],
  transitions: [
    {
      id: 'publish',
      title: 'Approve',
      to: 'done',
      guard: { roles: ['Manager', 'Reviewer'], groups: ['lawyers'], expression: 'another_person' },
    },
  ],
  worklists: [{ id: 'queue', title: 'Waiting', states: ['open'], guard: { groups: ['lawyers'] } }],
  contributedBy: { behavior: 'garden.legal', label: 'Legal status' },
}

const write = (content: unknown): void =>
  writeFileSync(path.join(directory, 'own.json'), typeof content === 'string' ? content : JSON.stringify(content))

describe('plenum workflow show', () => {
  it('lists states with their permissions, transitions with their guards, and names that others share', () => {
    write(legal)
    expect(showWorkflow('legal', knownWorkflows(directory))).toEqual([
      'Legal review (legal)',
      '  Additional workflow, with its state in legal_state',
      '  Contributed by the behavior garden.legal',
      '  Records: readable with permission Request review or Review portal content',
      '  Worklist queue: Waiting (open), for callers with group lawyers',
      '',
      'States',
      '  Open (open, initial): publish',
      '    View                as in the container',
      '    Add portal content  as in the container',
      '  Done (done): no transition leaves it',
      '    View                Owner, and as in the container',
      '    Add portal content  nobody',
      '',
      'Transitions',
      '  ID       TITLE    STATES       NEEDS',
      '  publish  Approve  open → done  role Manager or Reviewer; group lawyers; condition another_person',
      expect.stringMatching(/^Note: legal: shares with .*simple_publication_workflow.* the transition publish;/),
      expect.stringMatching(/^Note: legal: shares with .*simple_publication_workflow.* "View" among/),
    ])
  })

  it('shows when and for whom timed transitions run', () => {
    const timed = { title: 'X', to: 'done', trigger: 'automatic' }
    const transitions = [
      { ...timed, id: 'a', after: { days: 30 }, as: { roles: ['Reviewer', 'Manager'] }, guard: { groups: ['g'] } },
      { ...timed, id: 'b', at: 'expires', as: { user: 'ana' } },
    ]
    const open = { id: 'open', title: 'Open', transitions: ['a', 'b'] }
    write({ ...legal, states: [open, ...legal.states.slice(1)], transitions })
    expect(showWorkflow('legal', knownWorkflows(directory)).filter(line => /automatic/.test(line))).toEqual([
      '  a   X      open → done  automatic after 30 days as a caller with the roles Reviewer, Manager; group g',
      '  b   X      open → done  automatic at expires as the user ana',
    ])
    expect(loadWorkflows(directory).faults).toEqual([])
  })

  it.each<[object | undefined, string]>([
    [undefined, 'nothing but View'],
    [{}, 'nothing but View'],
    [{ roles: [] }, 'role (none)'],
  ])('shows the guard %j as "%s"', (guard, text) => expect(guardText(guard)).toBe(text))

  it('lists the existing workflows, including those in WORKFLOWS_DIR, for an unknown name', () => {
    write(legal)
    expect(() => showWorkflow('nope', knownWorkflows(directory))).toThrow(/nope.*simple_publication_workflow.*legal/)
  })

  it('reports the faults of files instead of hiding their workflows', () => {
    write('{')
    expect(() => knownWorkflows(directory)).toThrow(/WORKFLOWS_DIR: .* has faults:\n {2}own\.json: /)
  })
})

describe('plenum workflow show --json', () => {
  it.each(shippedWorkflows.map(({ id }) => id))('prints %s as a file, which is the same under another id', id => {
    write({ ...JSON.parse(workflowFile(id, knownWorkflows(undefined))), id: 'own' })
    expect(checkWorkflows(directory).lines[0]).toBe('1 workflow is valid: own.')
    const shipped = shippedWorkflows.find(workflow => workflow.id === id)
    expect(loadWorkflows(directory).definitions).toEqual([{ ...shipped, id: 'own' }])
  })

  it('prints a workflow of WORKFLOWS_DIR with its behavior', () => {
    write(legal)
    expect(JSON.parse(workflowFile('legal', knownWorkflows(directory)))).toMatchObject({
      id: 'legal',
      contributedBy: legal.contributedBy,
    })
  })
})

describe('plenum workflow show --type', () => {
  const article = {
    id: 'Article',
    title: 'Article',
    behaviors: ['plone.basic', 'garden.legal'],
    workflows: ['simple_publication_workflow'],
    chain: ['simple_publication_workflow', 'legal'],
    hasReviewState: true,
    conflicts: { View: ['simple_publication_workflow', 'legal'] },
    sharedTransitions: { publish: ['simple_publication_workflow', 'legal'] },
  }

  it('lists the chain with the source of each workflow, collisions and overlaps', () => {
    write(legal)
    expect(showChain('Article', [article], knownWorkflows(directory))).toEqual([
      'Article: the workflows of its objects, in order',
      '  ID                           TITLE                        STATE VARIABLE  FROM',
      '  simple_publication_workflow  Simple Publication Workflow  review_state    the type',
      '  legal                        Legal review                 legal_state     garden.legal',
      expect.stringMatching(/^Article: .* all manage "View"; the most recent transition wins\./),
      expect.stringMatching(/^Article: .* all define the transition "publish"/),
    ])
  })

  it('reports a type without workflows, and lists the existing types for an unknown one', () => {
    const file = { ...article, id: 'File', chain: [], workflows: [] }
    expect(showChain('File', [file], knownWorkflows(undefined))).toEqual(['File: its objects have no workflow.'])
    expect(() => showChain('Nope', [article, file], knownWorkflows(undefined))).toThrow(/Nope.*Article, File/)
  })
})
