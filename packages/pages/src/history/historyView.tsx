import type { PageOf } from '@plenum/core'
import type { DifferencePiece, HistoryEntry, VersionEntry } from '@plenum/core/answers'
import { PageHeader } from '../content/title.js'
import { PostForm } from '../frame/postForm.js'
import { objectTitle } from '../frame/titles.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'

/** Renders `@history`: the history of the object, with links that compare versions and forms that restore versions. */
export function HistoryView({ page }: { page: PageOf<'history'> }) {
  return (
    <article>
      <PageHeader eyebrow={objectTitle(page)} title={say(page, 'page.history')} />
      <Differences page={page} />
      <ol class="timeline">
        <Rows rows={page.answer.items} draw={entry => <Entry page={page} entry={entry} />} />
      </ol>
    </article>
  )
}

function Entry({ page, entry }: { page: PageOf<'history'>; entry: HistoryEntry }) {
  const { time } = entry
  const isVersion = entry.type === 'versioning'
  return (
    <li class={isVersion ? 'version' : 'move'}>
      <p class="facts">
        <time dateTime={time}>{formatInstant(time, 'dayAndTime', page.language, zoneOf(page))}</time>
        <span>{nameIn(page, entry)}</span>
      </p>
      <h2>
        {entry.transition_title}
        {!isVersion && entry.state_title && <span class="chip">{entry.state_title}</span>}
      </h2>
      {entry.comments && <p>{entry.comments}</p>}
      {isVersion && <VersionActions page={page} entry={entry} />}
    </li>
  )
}

function nameIn(page: PageOf<'history'>, entry: HistoryEntry): string {
  const name = entry.actor.fullname || entry.actor.id
  if (entry.type !== 'workflow' || entry.planned_by === undefined) return name
  return entry.planned_by === null ? say(page, 'page.timed') : say(page, 'page.planned-by', { user: name })
}

function VersionActions({ page, entry }: { page: PageOf<'history'>; entry: VersionEntry }) {
  const { version } = entry
  const number = String(version)
  return (
    <div class="buttons">
      {version > 0 && (
        <a href={`${page.address}?one=${version - 1}&two=${number}`}>{say(page, 'page.show-differences')}</a>
      )}
      <a href={`${page.address}?one=${number}&two=current`}>{say(page, 'page.compare-with-now')}</a>
      {entry.may_revert && (
        <PostForm page={page} action="revert" hidden={{ version: number, came_from: page.address }}>
          <button type="submit" class="quiet" aria-label={`${say(page, 'page.revert')} (${number})`}>
            {say(page, 'page.revert')}
          </button>
        </PostForm>
      )}
    </div>
  )
}

/** Renders the differences between two versions, by field. Renders nothing if no versions are compared. */
function Differences({ page }: { page: PageOf<'history'> }) {
  const diff = page.more.diff
  if (diff === undefined) return null
  const { fields } = diff
  const [one, two] = [diff.one, diff.two].map(version => (version === 'current' ? say(page, 'page.now') : version))
  return (
    <section class="differences" aria-labelledby="differences">
      <h2 id="differences">{say(page, 'page.differences', { one: one ?? '', two: two ?? '' })}</h2>
      {fields.length === 0 && <p>{say(page, 'page.no-differences')}</p>}
      <dl>
        {fields.map(field => (
          <div>
            <dt>{field.title}</dt>
            <dd class="plain">
              <Rows rows={field.pieces} draw={Piece} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Piece({ kind, text }: DifferencePiece) {
  if (kind === 'removed') return <del>{text}</del>
  return kind === 'added' ? <ins>{text}</ins> : <>{text}</>
}
