import { type HtmlPage, urlOf } from '@plenum/core'
import type { PollPayload, PollResult, ResultsGraph } from '@plenum/core/answers'
import type { VNode } from 'preact'
import { say } from '../say.js'

/**
 * Renders the results as a graph of the type that `results_graph` specifies. The script updates the results while the
 * poll is open.
 */
export function Results({ page, poll }: { page: HtmlPage; poll: PollPayload }) {
  if (!poll.results) return null
  const counts = poll.results.map(({ votes }) => votes)
  const percents = percentsOf(poll, counts)
  const graph = poll.results_graph
  const isLive = poll.state === 'open' && poll.expired !== true
  return (
    <section class="results" aria-labelledby="results" data-live={isLive ? urlOf(page.base, page.path) : undefined}>
      <h2 id="results">{say(page, 'page.results')}</h2>
      {graph === 'pie' && <Pie counts={counts} />}
      <ul class={`graph-${graph}`}>
        {poll.results.map((result, i) => (
          <ResultRow result={result} index={i} percent={percents[i] ?? 0} graph={graph} />
        ))}
      </ul>
      <p class="facts">
        <span data-total aria-live="polite">
          {say(page, poll.max_choices > 1 ? 'page.voters' : 'page.votes', { count: poll.total_votes ?? 0 })}
        </span>
      </p>
    </section>
  )
}

interface ResultRowProps {
  readonly result: PollResult
  readonly index: number
  readonly percent: number
  readonly graph: ResultsGraph
}

function ResultRow({ result, index, percent, graph }: ResultRowProps) {
  const { key, bar } = marksOf(graph, index, percent)
  return (
    <li data-option={result.option_id}>
      <span class="what">
        {key}
        {result.description}
      </span>
      <span class="number">
        <b data-votes>{result.votes}</b> <small data-percent>{percent} %</small>
      </span>
      {bar}
    </li>
  )
}

/** Returns the graphical elements in a row of the results. If a graph type has no case, the code does not compile. */
function marksOf(graph: ResultsGraph, index: number, percent: number): { key?: VNode; bar?: VNode } {
  switch (graph) {
    case 'bar':
      return { bar: <Bar percent={percent} /> }
    case 'pie':
      return { key: <i class={`key pie-${(index % 8) + 1}`} /> }
    case 'numbers':
      return {}
  }
}

/**
 * Returns the percentages of the options. If voters select one option each, the sum of the percentages is 100.
 * Otherwise, each percentage is relative to the number of voters.
 */
function percentsOf({ max_choices, total_votes }: PollPayload, counts: readonly number[]): readonly number[] {
  if (max_choices <= 1) return wholePercents(counts)
  const voters = total_votes ?? 0
  return counts.map(count => (voters > 0 ? Math.round((count / voters) * 100) : 0))
}

function Bar({ percent }: { percent: number }) {
  return (
    <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-ground" width="100" height="4" />
      <rect class="bar-filled" width={percent} height="4" />
    </svg>
  )
}

/**
 * Computes integer percentages whose sum is 100, by the largest remainder method: all percentages are rounded down, and
 * those with the largest remainders are then increased by one. Among equal remainders, earlier counts take precedence.
 * If the total is 0, all percentages are 0.
 */
export function wholePercents(counts: readonly number[]): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total <= 0) return counts.map(() => 0)
  const exact = counts.map(count => (count / total) * 100)
  const floors = exact.map(Math.floor)
  const missing = 100 - floors.reduce((sum, floor) => sum + floor, 0)
  const remainders = exact.map((share, i) => ({ i, by: share - Math.floor(share) }))
  const roundedUp = new Set(
    remainders
      .toSorted((a, b) => b.by - a.by || a.i - b.i)
      .slice(0, missing)
      .map(({ i }) => i),
  )
  return floors.map((floor, i) => floor + (roundedUp.has(i) ? 1 : 0))
}

/**
 * Renders a pie chart of the counts, clockwise from the top. Screen readers skip the chart, because the list contains
 * the same data.
 */
function Pie({ counts }: { counts: readonly number[] }) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let before = 0
  const slices = counts.map((count, i) => {
    const from = before
    before += total > 0 ? count / total : 0
    return { from, until: before, name: `pie-${(i % 8) + 1}` }
  })
  return (
    <svg class="pie" viewBox="-1.02 -1.02 2.04 2.04" aria-hidden="true">
      <circle class="bar-ground" r="1" />
      {slices.map(({ from, until, name }) => (
        <Slice from={from} until={until} name={name} />
      ))}
    </svg>
  )
}

/**
 * Renders a slice of the pie. `from` and `until` are fractions of the pie. A slice that fills the pie is a circle,
 * because an SVG arc cannot end where it starts.
 */
function Slice({ from, until, name }: { from: number; until: number; name: string }) {
  const share = until - from
  if (share <= 0) return null
  if (share > 0.9999) return <circle class={name} r="1" />
  const at = (slice: number) =>
    `${Math.sin(slice * 2 * Math.PI).toFixed(4)} ${(-Math.cos(slice * 2 * Math.PI)).toFixed(4)}`
  return <path class={name} d={`M0 0 L${at(from)} A1 1 0 ${share > 0.5 ? 1 : 0} 1 ${at(until)} Z`} />
}
