import { urlOf } from '@plenum/core'
import type { DeskList } from '@plenum/core/answers'
import { SessionFacts } from '../content/sessionFacts.js'
import { say } from '../say.js'
import { kindOf, People, Stripe } from '../schedule/sessionTile.js'
import { type DeskPage, deskAddress, shownPart } from './deskAddress.js'
import { dataOf, Marks, SessionLink } from './deskTile.js'

export function SessionLists({ page }: { page: DeskPage }) {
  const { unscheduled, outside, day } = page.answer
  const search = page.query.get('search') ?? ''
  const part = shownPart(page)
  const { items_total: count, b_start: start, b_size: size } = unscheduled
  return (
    <>
      <section class="desk-unscheduled" aria-labelledby="desk-unscheduled" data-unscheduled>
        <h2 id="desk-unscheduled">{say(page, 'page.desk-unscheduled', { count })}</h2>
        {(count > 0 || search !== '') && (
          <form method="get" action={`${urlOf(page.base, page.path)}/@@desk`} class="desk-search">
            {day !== null && <input type="hidden" name="day" value={day} />}
            {part !== '' && <input type="hidden" name="part" value={part} />}
            <input type="search" name="search" value={search} aria-label={say(page, 'page.desk-search')} />
            <button type="submit" class="quiet">
              {say(page, 'page.search')}
            </button>
          </form>
        )}
        <Sessions page={page} list={unscheduled} />
        {(start > 0 || start + size < count) && (
          <nav class="batches" aria-label={say(page, 'page.batches')}>
            {start > 0 && (
              <a href={deskAddress(page, { b_start: String(Math.max(0, start - size)) })}>
                {say(page, 'page.previous')}
              </a>
            )}
            {start + size < count && (
              <a href={deskAddress(page, { b_start: String(start + size) })}>{say(page, 'page.next')}</a>
            )}
          </nav>
        )}
      </section>
      {outside.items_total > 0 && (
        <section class="desk-outside" aria-labelledby="desk-outside">
          <h2 id="desk-outside">{say(page, 'page.desk-outside', { count: outside.items_total })}</h2>
          <Sessions page={page} list={outside} />
        </section>
      )}
    </>
  )
}

function Sessions({ page, list }: { page: DeskPage; list: DeskList }) {
  if (list.items.length === 0) return <p class="facts">{say(page, 'page.desk-none')}</p>
  return (
    <ul class="desk-list">
      {list.items.map(session => (
        <li
          class={`session desk-tile ${kindOf(session)} ${session.revision === null ? 'fixed' : 'movable'}`}
          {...dataOf(page, session)}
        >
          <Stripe page={page} session={session} />
          <h3>
            <SessionLink page={page} session={session} />
          </h3>
          <SessionFacts page={page} session={session} />
          <People session={session} />
          <Marks page={page} session={session} conflicts={[]} />
        </li>
      ))}
    </ul>
  )
}
