import type { HtmlPage } from '@plenum/core'
import { say } from '../say.js'
import type { ShownMove, ShownState, ShownWorkflow } from './definition.js'

// All sizes are in SVG user units.
const names = 210
const columnWidth = 150
const [boxWidth, boxHeight] = [132, 40]
const rowHeight = 44

/**
 * A workflow as a diagram. Each state is a column and each transition a row, with dots at its source states and an
 * arrow at its target, so that no lines cross. The current state and the transitions available to the caller are
 * highlighted.
 */
export function Diagram({ page, workflow }: { page: HtmlPage; workflow: ShownWorkflow }) {
  const { states, moves, current } = workflow
  const [width, height] = [names + columnWidth * states.length, boxHeight + rowHeight * (moves.length + 0.5)]
  const columns = new Map(states.map(({ id }, i) => [id, names + columnWidth * (i + 0.5)]))
  return (
    <svg
      class="diagram"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={inWords(page, workflow)}
    >
      {states.map(state => (
        <State state={state} x={columns.get(state.id) ?? 0} bottom={height} isCurrent={state.id === current} />
      ))}
      {moves.map((move, i) => (
        <Move move={move} y={boxHeight + rowHeight * (i + 0.75)} columns={columns} />
      ))}
    </svg>
  )
}

interface StateProps {
  readonly state: ShownState
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
        {shortened(state.title, 17)}
      </text>
    </g>
  )
}

function Move({ move, y, columns }: { move: ShownMove; y: number; columns: ReadonlyMap<string, number> }) {
  const target = columns.get(move.to)
  const sources = move.from.flatMap(id => columns.get(id) ?? [])
  if (target === undefined || sources.length === 0) return null
  return (
    <g class={move.isAvailable ? 'move open' : 'move'}>
      <text x={names - 20} y={y + 5}>
        {shortened(move.title, 27)}
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
function inWords(page: HtmlPage, { title, states, moves }: ShownWorkflow): string {
  const titles = new Map(states.map(state => [state.id, state.title]))
  const ways = moves.map(
    ({ title: move, from, to }) => `${move}: ${from.map(id => titles.get(id)).join(', ')} → ${titles.get(to)}`,
  )
  return `${say(page, 'page.diagram', { workflow: title })}. ${ways.join('; ')}`
}

const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
