import { type HtmlPage, urlOf } from '@plenum/core'
import type { PollPayload, PollResult, ResultsGraph } from '@plenum/core/answers'
import type { VNode } from 'preact'
import { say } from '../say.js'
import { Pie } from './pie.js'

/** The results of a poll as the graph that `results_graph` selects. The script updates them while the poll is open. */
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
  /** Index of the option, from 0. */
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

/** The graphical elements of a row. A new graph does not compile without a case here. */
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

/** With a single choice the percentages add up to 100; with several, each is relative to the number of voters. */
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
 * Integer percentages that add up to 100, by the largest remainder method: each is rounded down, and the ones with the
 * largest remainders get one more. Ties go to the earlier count. All are 0 if the total is 0.
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
