import { type PageOf, urlOf } from '@plenum/core'
import { formatDays, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { listOf } from '../reading/terms.js'
import { say } from '../say.js'
import { Picture } from './picture.js'

/** Whether an object has days, which only events with a schedule have. */
export const hasDays = ({ answer }: PageOf<'object'>): boolean => listOf(answer.days).length > 0

export function EventHeader({ page, lead }: { page: PageOf<'object'>; lead: string }) {
  const { answer } = page
  const cover = answer.image?.download ? answer.image : page.more.site?.['plenum.appearance']?.cover_image
  return (
    <header class="hero">
      <div class="hero-inner">
        <div>
          <Days page={page} days={listOf(answer.days)} />
          <h1>{answer.title}</h1>
          {lead && <p class="lead">{lead}</p>}
          <EventLinks page={page} />
        </div>
        {cover && <Picture image={cover} alt="" width={640} class="cover" isEager />}
      </div>
    </header>
  )
}

function Days({ page, days }: { page: PageOf<'object'>; days: readonly string[] }) {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return (
    <p class="eyebrow">
      <time dateTime={first}>{formatDays(first, last, page.language)}</time>
      <Place page={page} />
    </p>
  )
}

/**
 * Renders the location of the event. If the location is missing, renders the first venue or, without a venue, the
 * time zone.
 */
function Place({ page }: { page: PageOf<'object'> }) {
  const { location, items } = page.answer
  const venue = (items ?? []).find(item => item['@type'] === 'Venue')
  if (!location && venue)
    return (
      <>
        {' · '}
        <a href={safeLink(venue['@id'])}>{venue.title}</a>
      </>
    )
  return <span> · {location || zoneOf(page).replaceAll('_', ' ')}</span>
}

function EventLinks({ page }: { page: PageOf<'object'> }) {
  const here = urlOf(page.base, page.path)
  return (
    <p class="buttons">
      <a class="button" href={`${here}/@schedule`}>
        {say(page, 'page.to-schedule')}
      </a>
      {page.answer.event_url && (
        <a class="button secondary" href={safeLink(page.answer.event_url)}>
          {say(page, 'page.event-website')}
        </a>
      )}
      <a class="button secondary" href={`${here}/@@schedule.ics`}>
        {say(page, 'page.calendar')}
      </a>
    </p>
  )
}
