import { type PageOf, urlOf } from '@plenum/core'
import { formatDay, zoneOf } from '../reading/instants.js'
import { listOf } from '../reading/terms.js'
import { say } from '../say.js'
import { TimeRange } from './sessionFacts.js'

/** Whether an object is an event with a schedule. Only such events contain days. */
export const hasDays = ({ answer }: PageOf<'object'>): boolean => listOf(answer.days).length > 0

/** The heading of an event: dates, title, description, and links to the schedule and the sponsors. */
export function EventHeader({ page, lead }: { page: PageOf<'object'>; lead: string }) {
  const { answer } = page
  return (
    <header class="title hero">
      <Days page={page} days={listOf(answer.days)} />
      <h1>{answer.title}</h1>
      {lead && <p class="lead">{lead}</p>}
      <EventLinks page={page} />
    </header>
  )
}

/** The first and the last day of an event. */
function Days({ page, days }: { page: PageOf<'object'>; days: readonly string[] }) {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return (
    <p class="eyebrow">
      <TimeRange start={first} end={last} format={day => formatDay(day, 'shortDay', page.language)} />
      {page.answer.start && <span> · {zoneOf(page).replaceAll('_', ' ')}</span>}
    </p>
  )
}

function EventLinks({ page }: { page: PageOf<'object'> }) {
  const here = urlOf(page.base, page.path)
  return (
    <p class="buttons">
      <a class="button" href={`${here}/@schedule`}>
        {say(page, 'page.to-schedule')}
      </a>
      <a class="button quiet" href={`${here}/@sponsors`}>
        {say(page, 'page.sponsors')}
      </a>
    </p>
  )
}
