import type { DeskSlot, GridPlace } from '@plenum/core/answers'
import { formatDay } from '../reading/instants.js'
import { say } from '../say.js'
import { columns, positionClasses } from '../schedule/gridClasses.js'
import { type PlacedSlot, placedSlots } from '../schedule/placedSlots.js'
import { gridSlot, lineOf, quarters } from '../schedule/slots.js'
import { Rows } from '../slices/rows.js'
import type { DeskPage } from './deskAddress.js'
import { conflictsByUid } from './deskConflicts.js'
import { DeskTile } from './deskTile.js'

type Session = DeskSlot | GridPlace

const isSlot = (placed: PlacedSlot<Session>): placed is PlacedSlot<DeskSlot> => 'UID' in placed.session

/**
 * The hours at which the grid of an entire day begins and ends, unless sessions begin earlier or end later. The grid of
 * a part of a day contains only the hours of its sessions.
 */
const [firstHour, lastHour] = [8, 19]

/** Renders a day as a grid, with a column for each room and a row of fixed height for each quarter hour. */
export function DeskGrid({ page }: { page: DeskPage }) {
  const { rooms, items, busy, day, parts } = page.answer
  const sessions: readonly Session[] = [...items, ...busy]
  const slots = placedSlots(sessions.toSorted(byStart).flatMap(session => gridSlot(session, rooms.length)))
  const { from, until } = hoursOf(slots, parts.length > 1)
  const conflicts = conflictsByUid(page.answer.conflicts)
  return (
    <section class="desk-day" aria-labelledby="desk-day">
      <h2 id="desk-day">{formatDay(day ?? '', 'day', page.language)}</h2>
      <div class="desk-scroll">
        <div class={`grid from-${from}`} data-from={from} data-until={until}>
          {rooms.map(({ token, title }, i) => (
            <div class={`room ${columns(i + 1, i + 1)}`} data-room={token}>
              {title}
            </div>
          ))}
          {hourLines(from, until).map(line => (
            <div class={`hour f${line}`} aria-hidden="true">
              {`${String(Number(line.slice(0, 2)) % 24).padStart(2, '0')}:00`}
            </div>
          ))}
          {hourLines(from, until).map(line => (
            <div class={`hour-line f${line} ${columns(1, Math.max(1, rooms.length))}`} aria-hidden="true" />
          ))}
          <ul class="sessions">
            <Rows
              rows={slots}
              draw={slot =>
                isSlot(slot) ? (
                  <DeskTile page={page} slot={slot} conflicts={conflicts.get(slot.session.UID ?? '') ?? []} />
                ) : (
                  <li class={`session busy ${positionClasses(slot)}`}>{say(page, 'page.desk-busy')}</li>
                )
              }
            />
          </ul>
        </div>
      </div>
    </section>
  )
}

const byStart = (one: GridPlace, other: GridPlace): number => Date.parse(one.start) - Date.parse(other.start)

function hoursOf(
  slots: readonly PlacedSlot<Session>[],
  isPart: boolean,
): { readonly from: number; readonly until: number } {
  const hours = slots.map(
    ({ from, until }) => [Math.floor(quarters(from) / 4), Math.ceil(quarters(until) / 4)] as const,
  )
  return {
    from: hours.reduce((first, [hour]) => Math.min(first, hour), isPart ? 23 : firstHour),
    until: hours.reduce((last, [, hour]) => Math.max(last, hour), isPart ? 1 : lastHour),
  }
}

const hourLines = (from: number, until: number): readonly string[] =>
  Array.from({ length: until - from }, (_, i) => lineOf((from + i) * 4))
