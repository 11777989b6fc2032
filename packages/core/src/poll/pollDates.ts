import type { Instant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'
import type { VotingRules } from './poll.js'

export type PollDates = Pick<VotingRules, 'openDate' | 'closeDate'>

/**
 * Returns whether the current time is before, within or after the voting period of a poll. The result is `within` at
 * the open date, and `after` at the close date.
 */
export function phaseOf({ openDate, closeDate }: PollDates, now: Instant): 'before' | 'within' | 'after' {
  if (closeDate !== null && now >= closeDate) return 'after'
  return openDate !== null && now < openDate ? 'before' : 'within'
}

/**
 * Returns the next date at which the payload of a poll changes, or null if no such date is in the future. The date
 * limits how long the payload can be cached.
 */
export function nextPollDate({ openDate, closeDate }: PollDates, now: Instant): Instant | null {
  const future = [openDate, closeDate].flatMap(date => (date !== null && date > now ? [date] : []))
  return future.length > 0 ? Math.min(...future) : null
}

/** The names of the fields that may change while a poll is open. */
export const dateFields: readonly string[] = ['open_date', 'close_date']

/**
 * Whether a request changes only the dates of a poll. Users who can close polls may also make such a request while the
 * poll is open.
 */
export function changesOnlyDates(body: JsonObject): boolean {
  const names = Object.keys(body)
  return names.length > 0 && names.every(name => dateFields.includes(name))
}
