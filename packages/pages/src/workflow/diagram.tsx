import type { HtmlPage } from '@plenum/core'
import type { DefinedTransition, DefinedWorkflow, StateName } from '@plenum/core/answers'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { say } from '../say.js'
import type { Step } from './path.js'

// All sizes are in SVG user units.
const labelWidth = 210
const columnWidth = 150
const [boxWidth, boxHeight] = [132, 40]
const rowHeight = 44
const lineHeight = 16
/**
 * The maximum number of characters per line in a box. The limit takes into account that the title of the current
 * state is bold.
 */
const lineLength = 15

interface DiagramProps {
  readonly page: HtmlPage
  readonly workflow: DefinedWorkflow
  readonly steps: readonly Step[]
}

/**
 * Renders the diagram of a workflow. Each state is a column, and each transition is a row with dots at its source
 * states and an arrow at its target state, so that no lines cross. The current state, the transitions available to the
 * caller and the transitions that the object has taken are highlighted.
 */
export function Diagram({ page, workflow, steps }: DiagramProps) {
  const { states, transitions } = workflow
  const [width, height] = [labelWidth + columnWidth * states.length, boxHeight + rowHeight * (transitions.length + 0.5)]
  const runs = byTransition(steps)
  const columns = new Map(states.map(({ id }, i) => [id, labelWidth + columnWidth * (i + 0.5)]))
  return (
    <svg
      class="diagram"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={describeWorkflow({ page, workflow, steps })}
    >
      {states.map(state => (
        <State state={state} x={columns.get(state.id) ?? 0} bottom={height} isCurrent={state.id === workflow.state} />
      ))}
      {transitions.map((transition, i) => (
        <TransitionArrow
          transition={transition}
          y={boxHeight + rowHeight * (i + 0.75)}
          columns={columns}
          steps={runs.get(transition.id) ?? []}
          times={timesOf(page, runs.get(transition.id))}
        />
      ))}
    </svg>
  )
}

function State({ state, x, bottom, isCurrent }: { state: StateName; x: number; bottom: number; isCurrent: boolean }) {
  const lines = linesOf(state.title)
  return (
    <g class={isCurrent ? 'state current' : 'state'}>
      <path d={`M${x} ${boxHeight} V${bottom}`} />
      <rect x={x - boxWidth / 2} y="1" width={boxWidth} height={boxHeight - 2} rx="8" />
      <title>{state.title}</title>
      {lines.map((line, i) => (
        <text x={x} y={boxHeight / 2 + 5 + lineHeight * (i - (lines.length - 1) / 2)}>
          {line}
        </text>
      ))}
    </g>
  )
}

interface TransitionProps {
  readonly transition: DefinedTransition
  readonly y: number
  readonly columns: ReadonlyMap<string, number>
  readonly steps: readonly Step[]
  /** The time of the latest run of the transition, and the number of runs if there were several. */
  readonly times: string
}

function TransitionArrow({ transition, y, columns, steps, times }: TransitionProps) {
  const target = columns.get(transition.to)
  const taken = new Set(steps.map(({ from }) => from))
  const sources = transition.from
    .flatMap(id => {
      const x = columns.get(id)
      return x === undefined ? [] : [{ x, wasTaken: taken.has(id) }]
    })
    // Source states from which the object took the transition are drawn last, so that their lines cover those of other
    // states.
    .toSorted((a, b) => Number(a.wasTaken) - Number(b.wasTaken))
  if (target === undefined || sources.length === 0) return null
  return (
    <g class={`move${transition.is_available ? ' open' : ''}${steps.length > 0 ? ' taken' : ''}`}>
      <text x={labelWidth - 20} y={times === '' ? y + 5 : y - 2}>
        {truncated(transition.title, 27)}
      </text>
      {times !== '' && (
        <text class="times" x={labelWidth - 20} y={y + 14}>
          {times}
        </text>
      )}
      {sources.map(({ x, wasTaken }) => (
        <>
          <path class={wasTaken ? 'walked' : undefined} d={`M${x} ${y} H${target}`} />
          <circle class={wasTaken ? 'walked' : undefined} cx={x} cy={y} r="5" />
        </>
      ))}
      {sources.some(({ x }) => x < target) && <path class="tip" d={`M${target} ${y} l-11 -6 v12 Z`} />}
      {sources.some(({ x }) => x > target) && <path class="tip" d={`M${target} ${y} l11 -6 v12 Z`} />}
      {sources.some(({ x }) => x === target) && <circle class="tip" cx={target} cy={y} r="8" />}
    </g>
  )
}

/** Returns the steps grouped by transition, so that not all steps must be searched for each transition. */
function byTransition(steps: readonly Step[]): ReadonlyMap<string, readonly Step[]> {
  const runs = new Map<string, Step[]>()
  for (const step of steps) {
    if (step.action === null) continue
    const others = runs.get(step.action)
    if (others) others.push(step)
    else runs.set(step.action, [step])
  }
  return runs
}

function timesOf(page: HtmlPage, steps: readonly Step[] = []): string {
  const last = formatInstant(steps.at(-1)?.time ?? '', 'dayAndTime', page.language, zoneOf(page))
  return steps.length > 1 ? `${steps.length} × ${last}` : last
}

function describeWorkflow({ page, workflow, steps }: DiagramProps): string {
  const { title, states, transitions } = workflow
  const runs = byTransition(steps)
  const titles = new Map(states.map(state => [state.id, state.title]))
  const lines = transitions.map(({ id, title: transition, from, to }) => {
    const times = timesOf(page, runs.get(id))
    return `${transition}: ${from.map(state => titles.get(state)).join(', ')} → ${titles.get(to)}${times && ` (${times})`}`
  })
  return `${say(page, 'page.diagram', { workflow: title })}. ${lines.join('; ')}`
}

/**
 * Splits the title of a state into at most two lines. The first line ends at the last space at which it still fits.
 * Lines that are too long are truncated.
 */
function linesOf(title: string): readonly string[] {
  const end = title.length > lineLength ? title.lastIndexOf(' ', lineLength) : -1
  const lines = end > 0 ? [title.slice(0, end), title.slice(end + 1)] : [title]
  return lines.map(line => truncated(line, lineLength))
}

const truncated = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
