import type { Instant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'
import type { VotingRules } from './poll.js'

export type PollDates = Pick<VotingRules, 'openDate' | 'closeDate'>

/** Where a moment lies between the dates of a poll: from the first one on, and before the last one. */
export function phaseOf({ openDate, closeDate }: PollDates, now: Instant): 'before' | 'within' | 'after' {
  if (closeDate !== null && now >= closeDate) return 'after'
  return openDate !== null && now < openDate ? 'before' : 'within'
}

/** When the payload of a poll changes next without anybody doing anything; null when it does not. */
export function nextPollDate({ openDate, closeDate }: PollDates, now: Instant): Instant | null {
  const ahead = [openDate, closeDate].flatMap(date => (date !== null && date > now ? [date] : []))
  return ahead.length > 0 ? Math.min(...ahead) : null
}

const dateFields = ['open_date', 'close_date']

/** Whether a body changes the dates of a poll and nothing else: that much whoever may close it may do while nobody may edit it. */
export function changesOnlyDates(body: JsonObject): boolean {
  const names = Object.keys(body)
  return names.length > 0 && names.every(name => dateFields.includes(name))
}
