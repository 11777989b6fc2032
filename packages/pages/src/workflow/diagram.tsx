import type { HtmlPage } from '@plenum/core'
import type { DefinedTransition, DefinedWorkflow, StateName } from '@plenum/core/answers'
import { say } from '../say.js'

// All sizes are in SVG user units.
const labelWidth = 210
const columnWidth = 150
const [boxWidth, boxHeight] = [132, 40]
const rowHeight = 44

/**
 * A workflow as a diagram. Each state is a column and each transition a row, with dots at its source states and an
 * arrow at its target, so that no lines cross. The current state and the transitions available to the caller are
 * highlighted.
 */
export function Diagram({ page, workflow }: { page: HtmlPage; workflow: DefinedWorkflow }) {
  const { states, transitions } = workflow
  const [width, height] = [labelWidth + columnWidth * states.length, boxHeight + rowHeight * (transitions.length + 0.5)]
  const columns = new Map(states.map(({ id }, i) => [id, labelWidth + columnWidth * (i + 0.5)]))
  return (
    <svg
      class="diagram"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={describeWorkflow(page, workflow)}
    >
      {states.map(state => (
        <State state={state} x={columns.get(state.id) ?? 0} bottom={height} isCurrent={state.id === workflow.state} />
      ))}
      {transitions.map((transition, i) => (
        <TransitionArrow transition={transition} y={boxHeight + rowHeight * (i + 0.75)} columns={columns} />
      ))}
    </svg>
  )
}

interface StateProps {
  readonly state: StateName
  readonly x: number
  readonly bottom: number
  readonly isCurrent: boolean
}

function State({ state, x, bottom, isCurrent }: StateProps) {
  return (
    <g class={isCurrent ? 'state current' : 'state'}>
      <path d={`M${x} ${boxHeight} V${bottom}`} />
      <rect x={x - boxWidth / 2} y="1" width={boxWidth} height={boxHeight - 2} rx="8" />
      <text x={x} y={boxHeight / 2 + 5}>
        {truncated(state.title, 17)}
      </text>
    </g>
  )
}

interface TransitionProps {
  readonly transition: DefinedTransition
  readonly y: number
  readonly columns: ReadonlyMap<string, number>
}

function TransitionArrow({ transition, y, columns }: TransitionProps) {
  const target = columns.get(transition.to)
  const sources = transition.from.flatMap(id => columns.get(id) ?? [])
  if (target === undefined || sources.length === 0) return null
  return (
    <g class={transition.is_available ? 'move open' : 'move'}>
      <text x={labelWidth - 20} y={y + 5}>
        {truncated(transition.title, 27)}
      </text>
      {sources.map(x => (
        <>
          <path d={`M${x} ${y} H${target}`} />
          <circle cx={x} cy={y} r="5" />
        </>
      ))}
      {sources.some(x => x < target) && <path class="tip" d={`M${target} ${y} l-11 -6 v12 Z`} />}
      {sources.some(x => x > target) && <path class="tip" d={`M${target} ${y} l11 -6 v12 Z`} />}
      {sources.includes(target) && <circle class="tip" cx={target} cy={y} r="8" />}
    </g>
  )
}

/** The workflow as text, for screen readers. */
function describeWorkflow(page: HtmlPage, { title, states, transitions }: DefinedWorkflow): string {
  const titles = new Map(states.map(state => [state.id, state.title]))
  const lines = transitions.map(
    ({ title: transition, from, to }) =>
      `${transition}: ${from.map(id => titles.get(id)).join(', ')} → ${titles.get(to)}`,
  )
  return `${say(page, 'page.diagram', { workflow: title })}. ${lines.join('; ')}`
}

const truncated = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
