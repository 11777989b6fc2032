import type { HtmlPage } from '@plenum/core'
import type { ListedItem } from '@plenum/core/answers'
import { StateMark } from '../frame/visibility.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { listOf, termsText, titledTerms } from '../reading/terms.js'
import { eventOf, trackColour, trackDot } from '../schedule/tracks.js'
import { Rows } from '../slices/rows.js'
import { TimeSpan } from './sessionFacts.js'

export function SessionList({ page, sessions }: { page: HtmlPage; sessions: readonly ListedItem[] }) {
  return (
    <div class="session-list">
      {byDay(page, sessions).map(({ day, items }) => (
        <section>
          <h3>
            <time dateTime={items[0]?.start ?? ''}>{day}</time>
          </h3>
          <ul>
            <Rows rows={items} draw={session => <SessionRow page={page} session={session} />} />
          </ul>
        </section>
      ))}
    </div>
  )
}

export const areSessions = (items: readonly ListedItem[]): boolean =>
  items.length > 1 && items.every(item => item.start && 'slot_category' in item)

function byDay(page: HtmlPage, sessions: readonly ListedItem[]) {
  const groups: { readonly day: string; readonly items: ListedItem[] }[] = []
  for (const session of sessions.toSorted((a, b) => startOf(a) - startOf(b))) {
    const day = formatInstant(session.start ?? '', 'day', page.language, zoneOf(page))
    const last = groups.at(-1)
    if (last?.day === day) last.items.push(session)
    else groups.push({ day, items: [session] })
  }
  return groups
}

const startOf = ({ start }: ListedItem): number => Date.parse(start ?? '')

function SessionRow({ page, session }: { page: HtmlPage; session: ListedItem }) {
  const [track] = titledTerms(session.session_track)
  const names = listOf(session.presenters).map(({ title }) => title)
  return (
    <li>
      <p class="when">
        <TimeSpan page={page} start={session.start ?? ''} end={session.end ?? ''} />
      </p>
      <div>
        <h4>
          <a href={safeLink(session['@id'])}>{session.title}</a>
          <StateMark page={page} state={session.review_state} />
        </h4>
        <p class="facts">
          {names.length > 0 && <span>{names.join(', ')}</span>}
          {termsText(session.room) && <span>{termsText(session.room)}</span>}
          {track && (
            <span>
              {trackDot(trackColour(eventOf(page), track.token))}
              {track.title}
            </span>
          )}
        </p>
      </div>
    </li>
  )
}
