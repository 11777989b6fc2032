import { type PageOf, urlOf } from '@plenum/core'
import type { ScheduleRelease } from '@plenum/core/answers'
import { PageHeader } from '../content/title.js'
import { objectTitle } from '../frame/titles.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { say } from '../say.js'

type Page = PageOf<'releases'>

/** Renders `@schedule-releases`: the changelog of a schedule, newest release first. */
export function ReleasesView({ page }: { page: Page }) {
  const { items } = page.answer
  return (
    <article class="narrow">
      <PageHeader
        eyebrow={objectTitle(page)}
        title={say(page, 'page.releases')}
        lead={items.length === 0 ? say(page, 'page.no-releases') : null}
      />
      <ul class="items">
        {items.map((release, i) => (
          <ReleaseItem page={page} release={release} previous={items[i + 1]} />
        ))}
      </ul>
      <p class="facts">
        <a href={`${urlOf(page.base, page.path)}/@@releases.atom`}>{say(page, 'page.releases-feed')}</a>
        {page.caller?.roles.includes('Manager') && <a href={`${page.base}/@outbox`}>{say(page, 'page.outbox')}</a>}
      </p>
    </article>
  )
}

interface ReleaseItemProps {
  readonly page: Page
  readonly release: ScheduleRelease
  readonly previous: ScheduleRelease | undefined
}

function ReleaseItem({ page, release, previous }: ReleaseItemProps) {
  const { number, name, comment, date, sessions_total: count } = release
  const here = `${urlOf(page.base, page.path)}/@schedule-releases`
  return (
    <li class="item">
      <div>
        <p class="eyebrow">{formatInstant(date, 'dayAndTime', page.language, zoneOf(page))}</p>
        <h2 id={`release-${number}`}>{name}</h2>
        {comment && <p>{comment}</p>}
        <p class="facts">
          {say(page, 'page.release-sessions', { count })}{' '}
          {previous && <a href={`${here}/${previous.number}/@diff/${number}`}>{say(page, 'page.release-changes')}</a>}
        </p>
      </div>
    </li>
  )
}
