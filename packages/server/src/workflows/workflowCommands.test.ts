import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkWorkflows, drawWorkflow } from './workflowCommands.js'

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
  it('finds sound workflows sound', () => {
    write('retention.json', retention)
    write('notes.txt', 'not looked at')
    expect(checkWorkflows(directory)).toEqual({ isSound: true, lines: ['1 workflows are sound: retention.'] })
  })

  it('reports every fault with its file and place', () => {
    write('broken.json', '{')
    write('form.json', { ...retention, titel: 'x', states: [{ id: 'kept', title: 5, transitions: [] }] })
    write('retention.json', { ...retention, initialState: 'gone' })
    write('taken.json', { ...retention, id: 'plone_workflow' })
    const { isSound, lines } = checkWorkflows(directory)
    expect(isSound).toBe(false)
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ {2}broken\.json: /),
        '  form.json: the workflow must NOT have additional properties (titel)',
        '  form.json: states[0].title must be string',
        '  Workflow retention: its initial state gone does not exist.',
        '  Workflow plone_workflow: is defined more than once.',
      ]),
    )
  })

  it('says when there is no such directory', () => {
    expect(checkWorkflows(path.join(directory, 'nowhere'))).toMatchObject({
      isSound: false,
      lines: [expect.any(String), expect.stringContaining('ENOENT')],
    })
  })
})

describe('plenum workflow graph', () => {
  it('draws workflows that come along and those of WORKFLOWS_DIR', () => {
    write('retention.json', retention)
    const draw = (id: string, format: 'mermaid' | 'dot') => drawWorkflow(id, { format, workflowsDir: directory })
    expect(draw('foundation_member_workflow', 'mermaid')).toContain('Activate [Modify portal content]')
    expect(draw('retention', 'dot')).toContain('"kept" -> "released" [label="Release [Manager]"]')
  })

  it('names the workflows that there are when it does not know one', () => {
    expect(() => drawWorkflow('nope', { format: 'dot', workflowsDir: undefined })).toThrow(
      /nope.*simple_publication_workflow/,
    )
  })
})
