import { type PageOf, urlOf } from '@plenum/core'
import type { NowSlot, RoomNow } from '@plenum/core/answers'
import { PageHeader } from '../content/title.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { SlotStateNote } from './slotStateNote.js'
import { eventOf } from './tracks.js'

type Page = PageOf<'now'>

/**
 * Renders `@@now`: the current and the next slot in each room, in large type. Without a script, the page reloads itself
 * every 30 seconds.
 */
export function NowView({ page }: { page: Page }) {
  const { items, time } = page.answer
  const isQuiet = items.every(({ now, next }) => now.length === 0 && next === null)
  return (
    <article class="now-page">
      <PageHeader
        eyebrow={eventOf(page).title}
        title={say(page, 'page.now-and-next')}
        lead={formatInstant(time, 'time', page.language, zoneOf(page))}
      />
      {isQuiet ? (
        <p class="empty">
          {say(page, 'page.now-quiet')}{' '}
          <a href={`${urlOf(page.base, page.path)}/@schedule`}>{say(page, 'page.schedule')}</a>
        </p>
      ) : (
        items.map(item => <RoomSection page={page} item={item} />)
      )}
    </article>
  )
}

function RoomSection({ page, item: { room, now, next } }: { page: Page; item: RoomNow }) {
  return (
    <section class="now-room">
      {room && <h2>{room.title}</h2>}
      {now.length === 0 && <p class="now-nothing">{say(page, 'page.now-nothing')}</p>}
      {now.map(slot => (
        <SlotLine page={page} slot={slot} kind="now-current" />
      ))}
      {next && (
        <>
          <h3>{say(page, 'page.now-next')}</h3>
          <SlotLine page={page} slot={next} kind="now-next" />
        </>
      )}
    </section>
  )
}

function SlotLine({ page, slot, kind }: { page: Page; slot: NowSlot; kind: string }) {
  const time = (instant: string) => formatInstant(instant, 'time', page.language, zoneOf(page))
  return (
    <p class={`${kind} slot-${slot.state ?? 'planned'}`}>
      <span class="facts">
        {time(slot.start)}
        {slot.end && ` – ${time(slot.end)}`}
        <SlotStateNote page={page} state={slot.state} delay={slot.delay} />
      </span>
      <a href={safeLink(slot['@id'])}>{slot.title}</a>
      {slot.presenters.length > 0 && <span class="people-names">{slot.presenters.join(', ')}</span>}
    </p>
  )
}
