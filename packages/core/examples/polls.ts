import assert from 'node:assert/strict'
import { decideVote, newPoll } from '@plenum/core/polls'

const poll = newPoll({ options: ['Tea', 'Coffee'] })
const voter = { kind: 'member', holdsVote: true, hasVoted: false } as const
const decision = decideVote({ poll, voter, body: { option_id: 1 }, now: 0 })
const again = decideVote({ poll, voter: { ...voter, hasVoted: true }, body: { option_id: 0 }, now: 0 })

assert.deepEqual(decision, { kind: 'cast', options: [1] })
assert.equal(again.kind, 'refused')
