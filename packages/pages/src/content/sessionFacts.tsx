import type { HtmlPage, JsonObject } from '@plenum/core'
import { inWords, zoneOf } from '../reading/instants.js'
import { termsOf, textOf } from '../reading/json.js'

/** When and where, in one line: `Fri, 18 Jun · 13:45 – 14:25 · Lantern Room`. Nothing for what has no start. */
export function SessionFacts({ page, session }: { page: HtmlPage; session: JsonObject }) {
  const [start, end] = [textOf(session.start), textOf(session.end)]
  if (start === '') return null
  const rooms = termsOf(session.room).map(({ title }) => title)
  const zone = zoneOf(page)
  return (
    <p class="facts">
      <time dateTime={start}>{inWords(start, 'weekday', page.language, zone)}</time>
      <span>
        <TimeSpan page={page} start={start} end={end} />
      </span>
      {rooms.length > 0 && <span>{rooms.join(', ')}</span>}
    </p>
  )
}

/** `13:45 – 14:25`, on the wall clock of the event. */
export function TimeSpan({ page, start, end }: { page: HtmlPage; start: string; end: string }) {
  const zone = zoneOf(page)
  return (
    <>
      <time dateTime={start}>{inWords(start, 'time', page.language, zone)}</time>
      {end && end !== start && (
        <>
          {' – '}
          <time dateTime={end}>{inWords(end, 'time', page.language, zone)}</time>
        </>
      )}
    </>
  )
}
