import type { HtmlPage } from '@plenum/core'
import { say } from '../say.js'

interface NoteProps {
  readonly page: HtmlPage
  /**
   * The state of the slot: `planned`, `late`, `cancelled` or `finished`, or null if the slot's type has no such state.
   */
  readonly state: string | null
  /** The delay of a late slot, in minutes. */
  readonly delay: number
}

const titles: Readonly<Record<string, string>> = { late: 'Late', cancelled: 'Cancelled', finished: 'Finished' }

/**
 * Renders a note about the state of a slot. Renders nothing for a slot that takes place as planned (docs/schedule.md,
 * State of a slot).
 */
export function SlotStateNote({ page, state, delay }: NoteProps) {
  const title = titles[state ?? '']
  if (title === undefined) return null
  const isDelayed = state === 'late' && delay > 0
  return (
    <strong class="slot-state">
      {isDelayed ? say(page, 'page.slot-late', { count: delay }) : page.translate({ id: title })}
    </strong>
  )
}

export function stateIn(states: readonly string[] = []): string | null {
  const prefix = 'slot_state_workflow|'
  return states.find(each => each.startsWith(prefix))?.slice(prefix.length) ?? null
}
