import { type HtmlPage, type PageOf, urlOf } from '@plenum/core'
import type { ReleasedSession, ScheduleDifference } from '@plenum/core/answers'
import { PageHeader } from '../content/title.js'
import { objectTitle } from '../frame/titles.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'
import { differenceTitles } from './differenceTitles.js'

/** Renders `@schedule-releases/{n}/@diff/{m}`: the differences between two releases of a schedule. */
export function ReleaseDifferencesView({ page }: { page: PageOf<'releaseDifferences'> }) {
  const { items, one, two } = page.answer
  return (
    <article class="narrow">
      <PageHeader
        eyebrow={objectTitle(page)}
        title={say(page, 'page.release-differences')}
        lead={say(page, items.length === 0 ? 'page.no-differences' : rangeOf(two), { one, two })}
      />
      <ul class="items">
        <Rows rows={items} draw={difference => <DifferenceItem page={page} difference={difference} />} />
      </ul>
      <p class="facts">
        <a href={`${urlOf(page.base, page.path)}/@schedule-releases`}>{say(page, 'page.releases')}</a>
      </p>
    </article>
  )
}

const rangeOf = (two: string) => (two === 'working' ? 'page.release-from-to-working' : 'page.release-from-to')

function DifferenceItem({ page, difference }: { page: HtmlPage; difference: ScheduleDifference }) {
  const { kind, before, after } = difference
  const session = after ?? before
  if (!session) return null
  const [old, current] = [before, after].map(one => (one ? changedText(page, kind, one) : ''))
  return (
    <li class="item">
      <div>
        <p class="eyebrow">{say(page, differenceTitles[kind])}</p>
        <h2>
          <a href={safeLink(session['@id'])}>{session.title}</a>
        </h2>
        <p>
          {old && <del>{old}</del>} {current && <ins>{current}</ins>}
        </p>
      </div>
    </li>
  )
}

function changedText(page: HtmlPage, kind: ScheduleDifference['kind'], session: ReleasedSession): string {
  const titles = (list: readonly { readonly title: string }[]) => list.map(({ title }) => title).join(', ')
  const { room, presenters, session_track: tracks, title, start } = session
  if (kind === 'room') return titles(room)
  if (kind === 'persons') return titles(presenters)
  if (kind === 'track') return titles(tracks)
  if (kind === 'renamed') return title
  if (kind === 'state' || start === null) return ''
  return formatInstant(start, 'dayAndTime', page.language, zoneOf(page))
}
