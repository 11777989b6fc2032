import type { HtmlPage, PageOf } from '@plenum/core'
import type { ConflictingObject, ConflictingSlot, ScheduleConflict } from '@plenum/core/answers'
import { PageHeader } from '../content/title.js'
import { objectTitle } from '../frame/titles.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'

/** Renders `@schedule-conflicts`: the conflicts in a schedule, with links to the slots, for editors. */
export function ConflictsView({ page }: { page: PageOf<'conflicts'> }) {
  const { items, items_total } = page.answer
  const hidden = items_total - items.length
  return (
    <article class="narrow">
      <PageHeader
        eyebrow={objectTitle(page)}
        title={say(page, 'page.conflicts')}
        lead={items_total === 0 ? say(page, 'page.no-conflicts') : null}
      />
      <ul class="items">
        <Rows rows={items} draw={conflict => <ConflictItem page={page} conflict={conflict} />} />
      </ul>
      {hidden > 0 && <p class="facts">{say(page, 'page.hidden-conflicts', { count: hidden })}</p>}
    </article>
  )
}

export const kindTitles = {
  room: 'page.conflict-room',
  person: 'page.conflict-person',
  'outside-event': 'page.conflict-event',
  unavailable: 'page.conflict-unavailable',
  'no-room': 'page.conflict-no-room',
} as const

export function ConflictItem({ page, conflict, id }: { page: HtmlPage; conflict: ScheduleConflict; id?: string }) {
  const { kind, slots, hidden_slots, room, person } = conflict
  return (
    <li class="item" id={id}>
      <div>
        <p class="eyebrow">{spanOf(page, conflict)}</p>
        <h2>
          {say(page, kindTitles[kind])}
          <About object={room ?? person} />
        </h2>
        <ul>
          {slots.map(slot => (
            <SlotItem page={page} slot={slot} />
          ))}
        </ul>
        {hidden_slots > 0 && <p class="facts">{say(page, 'page.hidden-slots', { count: hidden_slots })}</p>}
      </div>
    </li>
  )
}

function About({ object }: { object: ConflictingObject | null }) {
  if (!object) return null
  return (
    <>
      {': '}
      <a href={safeLink(object['@id'])}>{object.title}</a>
    </>
  )
}

function SlotItem({ page, slot }: { page: HtmlPage; slot: ConflictingSlot }) {
  return (
    <li>
      <a href={safeLink(slot['@id'])}>{slot.title}</a> <small>{spanOf(page, slot)}</small>
    </li>
  )
}

function spanOf(page: HtmlPage, { start, end }: { readonly start: string; readonly end: string | null }): string {
  const [from, to] = [start, end ?? start].map(time => formatInstant(time, 'dayAndTime', page.language, zoneOf(page)))
  const isOneDay = from?.slice(0, -5) === to?.slice(0, -5)
  return from === to ? `${from}` : `${from}–${isOneDay ? to?.slice(-5) : to}`
}
