import type { HtmlPage } from '@plenum/core'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { say } from '../say.js'
import { addressWith, filterOf } from './scheduleFilter.js'
import type { Day, Slot } from './slots.js'

/** The maximum number of slots in a part of a day. A page shows only one part. */
const slotsInPart = 200

export interface ShownDay extends Day {
  /** The slots of each part of the day, ordered by start time. A day with few slots has only one part. */
  readonly parts: readonly (readonly Slot[])[]
  /** The 1-based number of the part that `slots` contains. */
  readonly part: number
}

/**
 * Divides the slots of a day into parts of limited size, and selects one part. The query contains the date and the
 * number of the part. If the number is unknown, selects the first part.
 */
export function shownDay({ query }: HtmlPage, day: Day): ShownDay {
  if (day.slots.length <= slotsInPart) return { ...day, parts: [day.slots], part: 1 }
  const slots = day.slots.toSorted((one, other) => startOf(one) - startOf(other))
  const count = Math.ceil(slots.length / slotsInPart)
  const parts = Array.from({ length: count }, (_, i) => slots.slice(i * slotsInPart, (i + 1) * slotsInPart))
  const requested = query.get('day') === day.id ? Number(query.get('part')) : 1
  const part = Number.isInteger(requested) && requested >= 1 && requested <= count ? requested : 1
  return { ...day, parts, part, slots: parts[part - 1] ?? [] }
}

const startOf = ({ session }: Slot): number => Date.parse(session.start)

export function PartLinks({ page, day: { id, parts, part } }: { page: HtmlPage; day: ShownDay }) {
  if (parts.length < 2) return null
  const format = (slot: Slot | undefined) =>
    slot === undefined ? '' : formatInstant(slot.session.start, 'time', page.language, zoneOf(page))
  return (
    <nav class="day-parts" aria-label={say(page, 'page.desk-parts')}>
      <ul class="tracks">
        {parts.map((slots, i) => (
          <li>
            <a
              href={`${addressWith(page, { ...filterOf(page), day: id, part: String(i + 1) })}#day-${id}`}
              aria-current={i + 1 === part ? 'true' : undefined}
            >
              {`${format(slots[0])} – ${format(slots.at(-1))} `}
              <small>{slots.length}</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
