import type { HtmlPage } from '@plenum/core'
import type { ContentPayload } from '@plenum/core/answers'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { termsText } from '../reading/terms.js'

type SessionSlot = Pick<ContentPayload, 'start' | 'end' | 'room'>

/**
 * Renders the time and room of a session in one line, such as `Fri, 18 Jun · 13:45 – 14:25 · Lantern Room`. For a
 * session of several days, the first and last day replace the time. Renders nothing if the session has no start.
 */
export function SessionFacts({ page, session }: { page: HtmlPage; session: SessionSlot }) {
  const [start, end] = [session.start ?? '', session.end ?? '']
  if (start === '') return null
  const rooms = termsText(session.room)
  const dayOf = (instant: string) => formatInstant(instant, 'weekday', page.language, zoneOf(page))
  const isOneDay = end === '' || dayOf(start) === dayOf(end)
  return (
    <p class="facts">
      {isOneDay && <time dateTime={start}>{dayOf(start)}</time>}
      <span>
        {isOneDay ? (
          <TimeSpan page={page} start={start} end={end} />
        ) : (
          <TimeRange start={start} end={end} format={dayOf} />
        )}
      </span>
      {rooms && <span>{rooms}</span>}
    </p>
  )
}

/** Renders a time span such as `13:45 – 14:25`, in the time zone of the event. */
export function TimeSpan({ page, start, end }: { page: HtmlPage; start: string; end: string }) {
  const format = (instant: string) => formatInstant(instant, 'time', page.language, zoneOf(page))
  return <TimeRange start={start} end={end} format={format} />
}

interface TimeRangeProps {
  readonly start: string
  /** The end of the time span. If it is empty or equal to the start, only the start is shown. */
  readonly end: string
  format(time: string): string
}

export function TimeRange({ start, end, format }: TimeRangeProps) {
  return (
    <>
      <time dateTime={start}>{format(start)}</time>
      {end && end !== start && (
        <>
          {' – '}
          <time dateTime={end}>{format(end)}</time>
        </>
      )}
    </>
  )
}
