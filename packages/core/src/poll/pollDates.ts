import type { Instant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'
import type { VotingRules } from './poll.js'

export type PollDates = Pick<VotingRules, 'openDate' | 'closeDate'>

/** Where a moment is relative to the dates of a poll; the open date itself is `within`, the close date `after`. */
export function phaseOf({ openDate, closeDate }: PollDates, now: Instant): 'before' | 'within' | 'after' {
  if (closeDate !== null && now >= closeDate) return 'after'
  return openDate !== null && now < openDate ? 'before' : 'within'
}

/** The next moment at which a date changes the payload of a poll, for caches; null when no date is ahead. */
export function nextPollDate({ openDate, closeDate }: PollDates, now: Instant): Instant | null {
  const ahead = [openDate, closeDate].flatMap(date => (date !== null && date > now ? [date] : []))
  return ahead.length > 0 ? Math.min(...ahead) : null
}

const dateFields = ['open_date', 'close_date']

/** Whether a body has only dates of a poll: who may close an open poll may change these, and nothing else. */
export function changesOnlyDates(body: JsonObject): boolean {
  const names = Object.keys(body)
  return names.length > 0 && names.every(name => dateFields.includes(name))
}
