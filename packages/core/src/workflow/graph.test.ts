import { graphvizOf, mermaidOf } from './graph.js'
import { simplePublicationWorkflow } from './stockWorkflows.js'

describe('a workflow as a diagram', () => {
  it('for Mermaid has its states, its initial state, and each transition with its guard', () => {
    const lines = mermaidOf(simplePublicationWorkflow).split('\n')
    expect(lines[0]).toBe('stateDiagram-v2')
    expect(lines).toContain('  state "Private" as s1')
    expect(lines).toContain('  [*] --> s1')
    expect(lines).toContain('  s1 --> s2 : Publish [Review portal content]')
    expect(lines.filter(line => line.includes('-->'))).toHaveLength(1 + 7)
  })

  it('for Graphviz has the same elements', () => {
    const lines = graphvizOf(simplePublicationWorkflow).split('\n')
    expect(lines[0]).toBe('digraph "simple_publication_workflow" {')
    expect(lines).toContain('  "private" [label="Private"]')
    expect(lines).toContain('  "private" -> "published" [label="Publish [Review portal content]"]')
    expect(lines.at(-1)).toBe('}')
  })

  it('escapes titles', () => {
    const [pending, ...states] = simplePublicationWorkflow.states
    if (!pending) throw new Error('no state')
    const odd = { ...simplePublicationWorkflow, states: [{ ...pending, title: 'a "b"; c: #d' }, ...states] }
    expect(mermaidOf(odd)).toContain('state "a #34;b#34;#59; c#58; #35;d" as s0')
    expect(graphvizOf(odd)).toContain('"pending" [label="a \\"b\\"; c: #d"]')
  })

  it('shows the times of transitions', () => {
    const timed = { id: 'go', title: 'Go', to: 'private', trigger: 'automatic', as: { user: 'ana' } } as const
    const states = [{ id: 'private', title: 'P', transitions: ['go'], permissions: {} }]
    const graph = (time: object) =>
      mermaidOf({ ...simplePublicationWorkflow, states, transitions: [{ ...timed, ...time }] })
    expect(graph({ after: { days: 30 } })).toContain('Go (automatic after 30 days)')
    expect(graph({ after: { days: 1 } })).toContain('Go (automatic after 1 day)')
    expect(graph({ at: 'expires' })).toContain('Go (automatic at expires)')
  })

  it('shows automatic transitions and all parts of a guard', () => {
    const automatic = {
      id: 'go',
      title: 'Go',
      to: 'private',
      trigger: 'automatic',
      guard: { roles: ['A', 'B'], groups: ['g'], expression: 'isDone' },
    } as const
    const states = [{ id: 'private', title: 'P', transitions: ['go'], permissions: {} }]
    expect(mermaidOf({ ...simplePublicationWorkflow, states, transitions: [automatic] })).toContain(
      'Go (automatic) [A or B and g and isDone]',
    )
  })
})
