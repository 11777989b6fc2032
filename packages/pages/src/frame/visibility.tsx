import type { HtmlPage } from '@plenum/core'
import { say } from '../say.js'

const publicStates: ReadonlySet<string | null | undefined> = new Set(['published', 'open', 'closed', null, undefined])

const titles: Readonly<Record<string, string>> = {
  private: 'Private',
  pending: 'Pending review',
  internal: 'Internal draft',
  internally_published: 'Internally published',
}

/**
 * Renders a note with the state of an object that visitors cannot view. Renders nothing if visitors can view the
 * object, or if the caller is a visitor. Also renders nothing in the form for a new object, because the note would
 * describe the container.
 */
export function HiddenNote({ page }: { page: HtmlPage }) {
  if (!page.more.isHidden || page.view === 'add') return null
  const state = page.more.workflow?.state?.title || say(page, 'page.no-access')
  return <p class="hidden-note">{say(page, 'page.state-hidden', { state })}</p>
}

/** Renders a mark for an object in a menu or listing if its state is not public. For visitors, renders nothing. */
export function StateMark({ page, state }: { page: HtmlPage; state: string | null | undefined }) {
  if (page.caller === null || publicStates.has(state)) return null
  const title = titles[state ?? '']
  return <span class="chip state-mark">{title === undefined ? state : page.translate({ id: title })}</span>
}
