import { type Guard, stateOf, type Transition, type WorkflowDefinition } from './definition.js'
import { triggerTime } from './timers.js'

interface Edge {
  readonly from: string
  readonly transition: Transition
}

const edgesOf = ({ states, transitions }: WorkflowDefinition): readonly Edge[] =>
  states.flatMap(state =>
    transitions.filter(({ id }) => state.transitions.includes(id)).map(transition => ({ from: state.id, transition })),
  )

/** Formats a guard as a single line, such as `Review portal content or Manage portal and Reviewer`. */
function formatGuard({ permissions, roles, groups, expression }: Guard = {}): string {
  const parts = [permissions, roles, groups].flatMap(names => (names ? [names.join(' or ')] : []))
  return [...parts, ...(expression ? [expression] : [])].join(' and ')
}

function formatTransition(transition: Transition): string {
  const { title, trigger, guard } = transition
  const condition = formatGuard(guard)
  const automatic = trigger === 'automatic' ? ` (${['automatic', ...triggerTime(transition)].join(' ')})` : ''
  return `${title}${automatic}${condition ? ` [${condition}]` : ''}`
}

// Escapes characters that have a special meaning in Mermaid.
const forMermaid = (text: string): string => text.replace(/["#;:\n]/g, character => `#${character.charCodeAt(0)};`)
const forGraphviz = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', ' ')}"`

/**
 * Formats a workflow as a Mermaid state diagram. The states are named `s0`, `s1` and so on, because some state ids are
 * not allowed in Mermaid.
 */
export function mermaidOf(definition: WorkflowDefinition): string {
  const names = new Map(definition.states.map(({ id }, i) => [id, `s${i}`]))
  const name = (id: string): string => names.get(id) ?? id
  return [
    'stateDiagram-v2',
    ...definition.states.map(({ id, title }) => `  state "${forMermaid(title || id)}" as ${name(id)}`),
    `  [*] --> ${name(definition.initialState)}`,
    ...edgesOf(definition).map(
      ({ from, transition }) =>
        `  ${name(from)} --> ${name(transition.to)} : ${forMermaid(formatTransition(transition))}`,
    ),
  ].join('\n')
}

/** Formats a workflow as a directed graph in the Graphviz DOT language. */
export function graphvizOf(definition: WorkflowDefinition): string {
  const node = (id: string): string => forGraphviz(id)
  const start = stateOf(definition, definition.initialState)
  return [
    `digraph ${forGraphviz(definition.id)} {`,
    `  label=${forGraphviz(definition.title)}`,
    '  node [shape=box, style=rounded]',
    '  "" [shape=point]',
    ...definition.states.map(({ id, title }) => `  ${node(id)} [label=${forGraphviz(title || id)}]`),
    ...(start ? [`  "" -> ${node(start.id)}`] : []),
    ...edgesOf(definition).map(
      ({ from, transition }) =>
        `  ${node(from)} -> ${node(transition.to)} [label=${forGraphviz(formatTransition(transition))}]`,
    ),
    '}',
  ].join('\n')
}
