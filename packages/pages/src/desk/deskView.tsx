import { urlOf } from '@plenum/core'
import { PageHeader } from '../content/title.js'
import { PostForm } from '../frame/postForm.js'
import { formatDay, formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { ConflictItem } from '../schedule/conflictsView.js'
import { eventOf } from '../schedule/tracks.js'
import { InOwnSlice, Rows } from '../slices/rows.js'
import { type DeskPage, deskAddress, pathOf, shownPart } from './deskAddress.js'
import { DeskGrid } from './deskGrid.js'
import { MoveForm } from './moveForm.js'
import { scriptTexts } from './scriptTexts.js'
import { SessionLists } from './sessionLists.js'

/** Renders `@@desk`: one day of the schedule for editors, next to the sessions without a time. */
export function DeskView({ page }: { page: DeskPage }) {
  const { day, conflicts, conflicts_total: conflictCount } = page.answer
  return (
    <article class="desk" data-desk data-part={shownPart(page)} data-texts={JSON.stringify(scriptTexts(page))}>
      <PageHeader eyebrow={eventOf(page).title} title={say(page, 'page.desk')} lead={say(page, 'page.desk-lead')} />
      <DeskLinks page={page} />
      <p class="hidden" role="status" data-announcer />
      <ReleaseForm page={page} />
      <LastMove page={page} />
      <Days page={page} />
      <Parts page={page} />
      <div class="desk-board">
        <div class="desk-side">
          <MoveForm page={page} />
          <SessionLists page={page} />
        </div>
        {day === null ? <p>{say(page, 'page.desk-no-days')}</p> : <InOwnSlice draw={() => <DeskGrid page={page} />} />}
      </div>
      {conflicts.length > 0 && (
        <section class="desk-conflicts" aria-labelledby="desk-conflicts">
          <h2 id="desk-conflicts">{say(page, 'page.conflicts')}</h2>
          <ul class="items">
            <Rows
              rows={conflicts}
              draw={(conflict, i) => <ConflictItem page={page} conflict={conflict} id={`conflict-${i}`} />}
            />
          </ul>
          {conflicts.length < conflictCount && (
            <p>
              <a href={`${urlOf(page.base, page.path)}/@schedule-conflicts`}>
                {say(page, 'page.desk-more-conflicts', { count: conflictCount })}
              </a>
            </p>
          )}
        </section>
      )}
    </article>
  )
}

function DeskLinks({ page }: { page: DeskPage }) {
  const here = urlOf(page.base, page.path)
  const { container, release } = page.answer
  return (
    <ul class="desk-links">
      {container !== null && (
        <li>
          <a href={safeLink(`${container}/@@add?type=Talk`)}>{say(page, 'page.desk-add')}</a>
        </li>
      )}
      {release.is_enabled && release.latest !== null && (
        <li>
          <a href={`${here}/@schedule-releases/${release.latest}/@diff/working`}>
            {say(page, 'page.desk-differences')}
          </a>
        </li>
      )}
      <DeskLink address={`${here}/@schedule-releases`} title={say(page, 'page.releases')} />
      <DeskLink address={`${here}/@schedule`} title={say(page, 'page.schedule')} />
      <DeskLink address={`${here}/@schedule-conflicts`} title={say(page, 'page.conflicts')} />
      <DeskLink address={`${here}/@@now`} title={say(page, 'page.now-and-next')} />
      <DeskLink address={`${here}/@@schedule.ics`} title={say(page, 'page.desk-calendar')} />
    </ul>
  )
}

const DeskLink = ({ address, title }: { address: string; title: string }) => (
  <li>
    <a href={address}>{title}</a>
  </li>
)

/** Renders the form to create the next release. The form is shown only to callers who may create releases. */
function ReleaseForm({ page }: { page: DeskPage }) {
  const { is_enabled: isEnabled, can_release: mayRelease } = page.answer.release
  if (!isEnabled || !mayRelease) return null
  return (
    <details class="desk-release">
      <summary>{say(page, 'page.desk-release')}</summary>
      <PostForm page={page} action="release" class="fields" hidden={{ came_from: deskAddress(page, {}) }}>
        <label for="release-name">{say(page, 'page.desk-release-name')}</label>
        <input id="release-name" name="name" required maxLength={100} />
        <label for="release-comment">{say(page, 'page.comment')}</label>
        <textarea id="release-comment" name="comment" rows={3} maxLength={1000} />
        <button type="submit">{say(page, 'page.desk-release')}</button>
      </PostForm>
    </details>
  )
}

function LastMove({ page }: { page: DeskPage }) {
  const { undo, day } = page.answer
  if (!undo) return null
  const shown = { shown: day ?? '', part: shownPart(page), search: page.query.get('search') ?? '' }
  return (
    <PostForm
      page={page}
      action="moveSlot"
      at={pathOf(page, undo['@id'])}
      class="desk-undo"
      hidden={{ undo: undo.undo, ...shown }}
    >
      <span>{say(page, 'page.desk-moved', { title: undo.title })}</span>
      <button type="submit" class="quiet">
        {say(page, 'page.desk-undo')}
      </button>
    </PostForm>
  )
}

function Days({ page }: { page: DeskPage }) {
  const { days, day } = page.answer
  if (days.length === 0) return null
  return (
    <nav class="days" aria-label={say(page, 'page.days')}>
      <ul>
        {days.map(id => (
          <li>
            <a href={deskAddress(page, { day: id })} aria-current={id === day ? 'true' : undefined} data-day={id}>
              {formatDay(id, 'weekday', page.language)}
            </a>
          </li>
        ))}
      </ul>
      <small>{say(page, 'page.times-in', { zone: zoneOf(page).replaceAll('_', ' ') })}</small>
    </nav>
  )
}

function Parts({ page }: { page: DeskPage }) {
  const { parts, part } = page.answer
  if (parts.length < 2) return null
  const format = (time: string) => formatInstant(time, 'time', page.language, zoneOf(page))
  return (
    <nav class="days desk-parts" aria-label={say(page, 'page.desk-parts')}>
      <ul>
        {parts.map(({ first, last, items_total }, i) => (
          <li>
            <a href={deskAddress(page, { part: String(i + 1) })} aria-current={i + 1 === part ? 'true' : undefined}>
              {`${format(first)} – ${format(last)} `}
              <small>{items_total}</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
