import type { Voter } from './ballots.js'

const member = 'member:'
const visitor = 'visitor:'

/** A voter as a text: `member:alice`, `visitor:3f9c`. Sorted keys are in the order of `Ballots.voters`. */
export function voterKey(voter: Voter): string {
  return voter.kind === 'member' ? member + voter.id : visitor + voter.token
}

/** The reverse of `voterKey`. */
export function voterOfKey(key: string): Voter {
  return key.startsWith(member)
    ? { kind: 'member', id: key.slice(member.length) }
    : { kind: 'visitor', token: key.slice(visitor.length) }
}
