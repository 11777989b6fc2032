import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkWorkflows } from './checkWorkflows.js'
import { loadWorkflows } from './loadWorkflows.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'plenum-workflows-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const retention = {
  id: 'retention',
  title: 'Retention',
  stateVariable: 'retention_state',
  initialState: 'kept',
  states: [
    { id: 'kept', title: 'Kept', transitions: ['release'] },
    { id: 'released', title: 'Released', transitions: [] },
  ],
  transitions: [{ id: 'release', title: 'Release', to: 'released', guard: { roles: ['Manager'] } }],
}

const write = (name: string, content: unknown): void =>
  writeFileSync(path.join(directory, name), typeof content === 'string' ? content : JSON.stringify(content))

describe('plenum workflow check', () => {
  it('accepts valid workflows', () => {
    write('retention.json', retention)
    write('notes.txt', 'not looked at')
    expect(checkWorkflows(directory)).toEqual({ isSound: true, lines: ['1 workflow is valid: retention.'] })
  })

  it('supports variables, worklists, workflows without records, and contributing behaviors', () => {
    const whole = {
      ...retention,
      recordsHistory: false,
      contributedBy: { behavior: 'garden.retention', label: 'Retention status' },
      variables: [{ id: 'years', default: 10, isKept: true }],
      worklists: [{ id: 'kept', title: 'Kept', states: ['kept'], guard: { roles: ['Manager'] } }],
      transitions: [{ ...retention.transitions[0], variables: { years: 0 } }],
    }
    write('retention.json', whole)
    expect(checkWorkflows(directory).lines).toEqual(['1 workflow is valid: retention.'])
    expect(loadWorkflows(directory).behaviors).toEqual([
      { name: 'garden.retention', workflows: [{ ids: ['retention'], label: 'Retention status' }] },
    ])
    write('retention.json', { ...whole, stateVariable: 'review_state', variables: [], worklists: [{ title: 'x' }] })
    expect(checkWorkflows(directory).lines.slice(1)).toEqual([
      expect.stringContaining("worklists[0] must have required property 'id'"),
      expect.stringContaining("worklists[0] must have required property 'states'"),
    ])
    write('retention.json', { ...whole, stateVariable: 'review_state', variables: [], worklists: [] })
    expect(checkWorkflows(directory).lines.slice(1)).toEqual([
      '  Workflow retention: the transition release sets the variable years, which the workflow does not have.',
      '  Behavior garden.retention: the workflow retention stores its state as review_state, which only a primary workflow may do.',
    ])
  })

  it('accepts the workflow in docs/operate.md', () => {
    const page = readFileSync(path.resolve(__dirname, '../../../../docs/operate.md'), 'utf8')
    const [, example = ''] =
      /```json workflows\/retention\.json\n(\{\n {2}"id": "retention"[\s\S]*?\n\})\n```/.exec(page) ?? []
    write('retention.json', example)
    expect(checkWorkflows(directory).lines).toEqual(['1 workflow is valid: retention.'])
  })

  it('reports every fault with its file and position', () => {
    write('broken.json', '{')
    write('form.json', { ...retention, titel: 'x', states: [{ id: 'kept', title: 5, transitions: [] }] })
    write('retention.json', { ...retention, initialState: 'gone' })
    write('taken.json', { ...retention, id: 'plone_workflow' })
    const { isSound, lines } = checkWorkflows(directory)
    expect(isSound).toBe(false)
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ {2}broken\.json: /),
        expect.stringMatching(
          /^ {2}form\.json: the workflow has the unknown key titel; the possible keys are id, title, /,
        ),
        '  form.json: states[0].title must be a string, such as "Pending review"',
        '  Workflow retention: its initial state gone does not exist.',
        '  Workflow plone_workflow: is defined more than once.',
      ]),
    )
  })

  it.each<[string, object, string]>([
    [
      'an unknown key',
      { automatic: true },
      'has the unknown key automatic; the possible keys are id, title, to, trigger,',
    ],
    ['a value that is not in the list', { trigger: 'auto' }, '.trigger must be one of ["user","automatic"]'],
    [
      'a value of another type',
      { guard: 'Manager' },
      '.guard must be an object with the keys permissions, roles, groups, ',
    ],
    [
      'a list that is no list',
      { guard: { roles: 'Manager' } },
      '.guard.roles must be a list, such as ["Reviewer","Manager"]',
    ],
    ['an id with spaces', { id: 'let go' }, '", such as "legal_approve"'],
  ])('says how to correct %s', (_, change, text) => {
    write('form.json', { ...retention, transitions: [{ ...retention.transitions[0], ...change }] })
    expect(checkWorkflows(directory).lines.slice(1)).toEqual([
      expect.stringMatching(/^ {2}form\.json: transitions\[0\]/),
    ])
    expect(checkWorkflows(directory).lines[1]).toContain(text)
  })

  it('reports a missing directory', () => {
    expect(checkWorkflows(path.join(directory, 'nowhere'))).toMatchObject({
      isSound: false,
      lines: [expect.any(String), expect.stringContaining('ENOENT')],
    })
  })
})

describe('plenum workflow check of valid workflows', () => {
  const notes = () => checkWorkflows(directory).lines.slice(1)

  it('notes a history that all callers may read, which requires an empty guard', () => {
    write('open.json', { ...retention, id: 'open', historyGuard: {} })
    write('guarded.json', { ...retention, id: 'guarded' })
    write('nobody.json', { ...retention, id: 'nobody', historyGuard: { roles: [] } })
    expect(notes()).toEqual([expect.stringMatching(/^ {2}Note: open: its history, including names and comments/)])
    const guards = loadWorkflows(directory).definitions.map(({ id, historyGuard }) => [id, historyGuard])
    expect(Object.fromEntries(guards)).toEqual({
      open: {},
      guarded: { permissions: ['Request review', 'Review portal content'] },
      nobody: { roles: [] },
    })
  })

  it('notes transitions and permissions that a contributed workflow shares with others', () => {
    const [release] = retention.transitions
    write('legal.json', {
      ...retention,
      id: 'legal',
      managedPermissions: ['Add portal content', 'View'],
      states: [{ id: 'kept', title: 'Kept', transitions: ['publish', 'release'] }, retention.states[1]],
      transitions: [release, { ...release, id: 'publish' }],
      contributedBy: { behavior: 'garden.legal' },
    })
    write('retention.json', { ...retention, contributedBy: { behavior: 'garden.retention' } })
    expect(notes()).toEqual([
      expect.stringMatching(/^ {2}Note: legal: shares with retention the transition release;.*legal_release/),
      expect.stringMatching(
        /legal: shares with .*simple_publication_workflow.* the transition publish;.*legal_publish/,
      ),
      expect.stringMatching(/legal: shares with .*simple_publication_workflow.* "View" among its permissions/),
      expect.stringMatching(/retention: shares with legal the transition release/),
    ])
  })

  it('notes nothing for a primary workflow that replaces another', () => {
    const [release] = retention.transitions
    const states = [{ ...retention.states[0], transitions: ['publish'] }, retention.states[1]]
    write('own.json', {
      ...retention,
      stateVariable: 'review_state',
      states,
      transitions: [{ ...release, id: 'publish' }],
    })
    expect(notes()).toEqual([])
  })
})
