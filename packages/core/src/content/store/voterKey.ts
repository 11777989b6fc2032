import type { Voter } from './ballots.js'

const member = 'member:'
const visitor = 'visitor:'

/** A voter as one text. That of a member is never that of a visitor, and sorted they are in the order of `Ballots`. */
export function voterKey(voter: Voter): string {
  return voter.kind === 'member' ? member + voter.id : visitor + voter.token
}

/** The voter of a text that `voterKey` made. */
export function voterOfKey(key: string): Voter {
  return key.startsWith(member)
    ? { kind: 'member', id: key.slice(member.length) }
    : { kind: 'visitor', token: key.slice(visitor.length) }
}
