import type { HtmlPage } from '@plenum/core'
import type { ContentPayload } from '@plenum/core/answers'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { titledTerms } from '../reading/terms.js'

type SessionSlot = Pick<ContentPayload, 'start' | 'end' | 'room'>

/** Time and room in one line: `Fri, 18 Jun · 13:45 – 14:25 · Lantern Room`. Renders nothing without a start. */
export function SessionFacts({ page, session }: { page: HtmlPage; session: SessionSlot }) {
  const [start, end] = [session.start ?? '', session.end ?? '']
  if (start === '') return null
  const rooms = titledTerms(session.room).map(({ title }) => title)
  const zone = zoneOf(page)
  return (
    <p class="facts">
      <time dateTime={start}>{formatInstant(start, 'weekday', page.language, zone)}</time>
      <span>
        <TimeSpan page={page} start={start} end={end} />
      </span>
      {rooms.length > 0 && <span>{rooms.join(', ')}</span>}
    </p>
  )
}

/** `13:45 – 14:25`, in the time zone of the event. */
export function TimeSpan({ page, start, end }: { page: HtmlPage; start: string; end: string }) {
  const zone = zoneOf(page)
  return (
    <>
      <time dateTime={start}>{formatInstant(start, 'time', page.language, zone)}</time>
      {end && end !== start && (
        <>
          {' – '}
          <time dateTime={end}>{formatInstant(end, 'time', page.language, zone)}</time>
        </>
      )}
    </>
  )
}
