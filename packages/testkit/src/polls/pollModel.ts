import type { TestUser } from '../testSite.js'

export const members = ['mia', 'rea', 'edi', 'rex', 'max'] as const satisfies readonly TestUser[]
export const visitors = ['visitor 0', 'visitor 1', 'visitor 2'] as const
export type Member = (typeof members)[number]
export type PollUser = Member | (typeof visitors)[number]

/**
 * A simple model of a poll in a page, based on docs/polls.md. Times are in milliseconds since the start of the test.
 */
export interface PollModel {
  now: number
  isPagePublic: boolean
  state: 'private' | 'pending' | 'open' | 'closed'
  /** Whether the permission to vote was granted to visitors when the poll was opened. */
  isGranted: boolean
  settings: Settings
  votes: { voter: string; picked: readonly number[] }[]
  changes: number
}

export interface Settings {
  options: readonly number[]
  max_choices: number
  allow_anonymous: boolean
  show_results: boolean
  open_date: number | null
  close_date: number | null
}

export const isMember = (user: PollUser): user is Member => members.some(member => member === user)

const readers = { private: ['rea', 'edi', 'max'], pending: ['rea', 'edi', 'max', 'rex'] }

export function reads({ state, isPagePublic }: PollModel, user: PollUser): boolean {
  if (state === 'private' || state === 'pending') return readers[state].includes(user)
  return isPagePublic || readers.private.includes(user)
}

const reviews = (user: PollUser): boolean => user === 'rex' || user === 'max'
const isOver = ({ now, settings: { close_date } }: PollModel): boolean => close_date !== null && now >= close_date
const isEarly = ({ now, settings: { open_date } }: PollModel): boolean => open_date !== null && now < open_date
const hasVoted = ({ votes }: PollModel, voter: string): boolean => votes.some(vote => vote.voter === voter)
const permits = (model: PollModel, user: PollUser): boolean =>
  model.state === 'open' && reads(model, user) && (isMember(user) || model.isGranted)

/** Casts a vote in the model. Returns `cast` or the message id of the refusal. `picked` is null for an invalid body. */
export function vote(
  model: PollModel,
  { user, voter, picked }: { user: PollUser; voter: string; picked: readonly number[] | null },
): string {
  const { options, max_choices } = model.settings
  if (!permits(model, user)) return isMember(user) ? 'vote.denied' : 'access.denied'
  if (isOver(model)) return 'vote.closed'
  if (isEarly(model)) return 'vote.not-open-yet'
  if (picked === null || picked.length === 0) return 'vote.malformed'
  if (hasVoted(model, voter)) return 'vote.again'
  const isChoice = picked.every((id, i) => options.includes(id) && picked.indexOf(id) === i)
  if (isChoice && picked.length <= max_choices) return 'cast'
  return max_choices > 1 ? 'vote.bad-choice' : 'vote.no-such-option'
}

export const transitions = {
  submit: { from: ['private'], to: 'pending', by: ['edi', 'max'] },
  retract: { from: ['pending'], to: 'private', by: ['edi', 'max'] },
  open: { from: ['private', 'pending', 'closed'], to: 'open', by: ['rex', 'max'] },
  reject: { from: ['pending', 'open'], to: 'private', by: ['rex', 'max'] },
  close: { from: ['open'], to: 'closed', by: ['rex', 'max'] },
} as const

export function move(model: PollModel, transition: keyof typeof transitions, user: Member): string {
  const { from, to, by } = transitions[transition]
  if (!reads(model, user)) return 'access.denied'
  const isAllowed = by.some(one => one === user)
  if (isAllowed && from.some(state => state === model.state)) {
    model.changes += 1
    model.state = to
    model.isGranted = to === 'open' && model.settings.allow_anonymous && model.isPagePublic
    if (transition === 'reject') model.votes = []
  } else if (!isAllowed || model.state !== to) return 'workflow.refused'
  return 'done'
}

export function edit(model: PollModel, sent: Partial<Settings>, user: Member): string {
  const editors = { private: ['edi', 'max'], pending: ['rex', 'max'], open: [], closed: [] } as const
  const names = Object.keys(sent)
  const isDated = names.length > 0 && names.every(name => name.endsWith('_date'))
  const mayDate = ['open', 'closed'].includes(model.state) && isDated && reads(model, user) && reviews(user)
  if (!editors[model.state].some(one => one === user) && !mayDate) return 'access.denied'
  const settings = { ...model.settings, ...sent }
  const { options, max_choices, open_date, close_date } = settings
  if (options.length < 2 || max_choices > options.length) return 'fields.invalid'
  if (open_date !== null && close_date !== null && close_date <= open_date) return 'fields.invalid'
  if (JSON.stringify(settings) !== JSON.stringify(model.settings)) model.changes += 1
  model.settings = settings
  return 'done'
}

export function view(model: PollModel, user: PollUser) {
  const { state, settings, votes, isGranted, isPagePublic } = model
  const { open_date, close_date, ...others } = settings
  const { options, allow_anonymous, show_results } = others
  const isDated = open_date !== null || close_date !== null
  const has_voted = isMember(user) ? hasVoted(model, user) : null
  const isOpen = state === 'open'
  const isShown =
    state === 'closed' || reviews(user) || (isOpen && (isOver(model) || (show_results && has_voted !== false)))
  const results = options.map(option_id => {
    const count = votes.filter(({ picked }) => picked.includes(option_id)).length
    return { option_id, votes: count, percentage: votes.length === 0 ? 0 : count / votes.length }
  })
  return {
    ...others,
    ...(isDated ? { open_date, close_date, expired: isOver(model) } : {}),
    state,
    anonymous_blocked: isOpen && allow_anonymous && !(isGranted && isPagePublic),
    can_vote: permits(model, user) && !isOver(model) && !isEarly(model),
    has_voted,
    total_votes: isShown ? votes.length : null,
    results: isShown ? results : null,
  }
}
