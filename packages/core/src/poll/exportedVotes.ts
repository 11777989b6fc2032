import type { ExportedVotes } from '../answers/site.js'
import type { Ballots, Voter } from '../content/store/ballots.js'
import { isJsonObject, type JsonValue } from '../foundation/json.js'

/** The key that contains the votes of a poll in exported content (docs/polls.md, Export and import of votes). */
export const votesKey = 'collective.polls.votes'

const visitorPattern = /^Anonymous-([\w-]{22})$/

const idOf = (voter: Voter): string => (voter.kind === 'member' ? voter.id : `Anonymous-${voter.token}`)

function voterOf(id: string): Voter {
  const [, token] = visitorPattern.exec(id) ?? []
  return token === undefined ? { kind: 'member', id } : { kind: 'visitor', token }
}

/**
 * Converts votes to the export format, for example `{counts: {'0': 3}, voters: ['alice', …]}`. Sorts the voters, and
 * omits options without votes.
 */
export function exportVotes({ counts, voters }: Ballots): ExportedVotes {
  const picked = [...counts].filter(([, votes]) => votes > 0).sort(([a], [b]) => a - b)
  return {
    counts: Object.fromEntries(picked.map(([id, votes]) => [String(id), votes])),
    voters: voters.map(idOf).sort(),
  }
}

/** Converts exported votes to `Ballots`. Returns null if the value does not have the format of `exportVotes`. */
export function importVotes(value: JsonValue | undefined): Ballots | null {
  if (!isJsonObject(value)) return null
  const { counts, voters } = value
  if (!isJsonObject(counts) || !Array.isArray(voters)) return null
  const isCount = ([id, votes]: [string, JsonValue]) => /^(?:0|[1-9]\d{0,9})$/.test(id) && isWholeNumber(votes)
  const areVoters = voters.every(id => typeof id === 'string' && id !== '') && new Set(voters).size === voters.length
  if (!Object.entries(counts).every(isCount) || !areVoters) return null
  return {
    counts: new Map(Object.entries(counts).map(([id, votes]) => [Number(id), Number(votes)])),
    voters: voters.map(id => voterOf(String(id))),
  }
}

const isWholeNumber = (value: JsonValue): boolean => Number.isSafeInteger(value) && Number(value) >= 0
