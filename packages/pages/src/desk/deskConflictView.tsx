import type { PageOf } from '@plenum/core'
import type { SlotTimes } from '@plenum/core/answers'
import { PageHeader } from '../content/title.js'
import { PostForm } from '../frame/postForm.js'
import { formatInstant } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { termsText } from '../reading/terms.js'
import { say } from '../say.js'

type Page = PageOf<'deskConflict'>

/**
 * Renders the page for a session that has changed since the form was rendered. The page shows both versions, and a
 * form that moves the session anyway.
 */
export function DeskConflictView({ page }: { page: Page }) {
  const { title, requested, current, desk, fields } = page.answer
  return (
    <article class="narrow desk-conflict">
      <PageHeader eyebrow={title} title={say(page, 'page.desk-conflict')} lead={say(page, 'page.desk-conflict-lead')} />
      <dl class="fact-table">
        <Version page={page} title={say(page, 'page.desk-current')} times={current} />
        <Version page={page} title={say(page, 'page.desk-requested')} times={requested} />
      </dl>
      <PostForm page={page} action="moveSlot" class="buttons">
        {Object.entries(fields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <a class="button" href={safeLink(desk)}>
          {say(page, 'page.desk-keep')}
        </a>
        <button type="submit" class="quiet">
          {say(page, 'page.desk-anyway')}
        </button>
      </PostForm>
    </article>
  )
}

function Version({ page, title, times: { start, end, room } }: { page: Page; title: string; times: SlotTimes }) {
  const format = (time: string, shape: 'dayAndTime' | 'time') =>
    formatInstant(time, shape, page.language, page.answer.timezone)
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {start === null ? say(page, 'page.desk-without-time') : format(start, 'dayAndTime')}
        {start !== null && end !== null && ` – ${format(end, 'time')}`}
        {room.length > 0 && ` · ${termsText(room)}`}
      </dd>
    </div>
  )
}
