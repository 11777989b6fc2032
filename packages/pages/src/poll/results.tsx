import { type HtmlPage, type JsonObject, urlOf } from '@plenum/core'
import { numberOf, objectsOf, textOf } from '../reading/json.js'
import { say } from '../say.js'
import { Pie } from './pie.js'
import { wholePercents } from './wholePercents.js'

/** The counts of a poll, drawn as its `results_graph` says. The script brings them up to date while the poll is open. */
export function Results({ page, poll }: { page: HtmlPage; poll: JsonObject }) {
  if (!Array.isArray(poll.results)) return null
  const rows = objectsOf(poll.results)
  const counts = rows.map(row => numberOf(row.votes))
  const percents = percentsOf(poll, counts)
  const graph = textOf(poll.results_graph)
  const isLive = poll.state === 'open' && poll.expired !== true
  return (
    <section class="results" aria-labelledby="results" data-live={isLive ? urlOf(page.base, page.path) : undefined}>
      <h2 id="results">{say(page, 'page.results')}</h2>
      {graph === 'pie' && <Pie counts={counts} />}
      <ul class={`graph-${graph === 'pie' || graph === 'numbers' ? graph : 'bar'}`}>
        {rows.map((row, i) => (
          <li data-option={numberOf(row.option_id)}>
            <span class="what">
              {graph === 'pie' && <i class={`key pie-${(i % 8) + 1}`} />}
              {textOf(row.description)}
            </span>
            <span class="number">
              <b data-votes>{counts[i]}</b> <small data-percent>{percents[i]} %</small>
            </span>
            {graph !== 'pie' && graph !== 'numbers' && <Bar percent={percents[i] ?? 0} />}
          </li>
        ))}
      </ul>
      <p class="facts">
        <span data-total aria-live="polite">
          {say(page, numberOf(poll.max_choices) > 1 ? 'page.voters' : 'page.votes', {
            count: numberOf(poll.total_votes),
          })}
        </span>
      </p>
    </section>
  )
}

/** Of one choice the percents add up to 100; of several each is a share of the voters. */
function percentsOf(poll: JsonObject, counts: readonly number[]): readonly number[] {
  if (numberOf(poll.max_choices) <= 1) return wholePercents(counts)
  const voters = numberOf(poll.total_votes)
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
