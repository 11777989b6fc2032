import { isJsonObject } from '../foundation/json.js'

export type VoteRead = { readonly kind: 'choice'; readonly options: readonly number[] } | { readonly kind: 'malformed' }

/**
 * Reads the parsed body of a vote: either `{option_id: 1}` or `{option_ids: [1, 2]}`. Both keys together are malformed,
 * even if one is null. Ignores other keys (docs/polls.md, Voting).
 */
export function readVote(body: unknown): VoteRead {
  if (!isJsonObject(body)) return malformed
  const { option_id, option_ids } = body
  const [hasOne, hasList] = [Object.hasOwn(body, 'option_id'), Object.hasOwn(body, 'option_ids')]
  if (hasOne === hasList) return malformed
  const picked: unknown = hasOne ? [option_id] : option_ids
  if (!Array.isArray(picked) || picked.length === 0 || !picked.every(Number.isInteger)) return malformed
  // Adding 0 turns -0 into 0.
  return { kind: 'choice', options: picked.map((id: number) => id + 0) }
}

const malformed: VoteRead = { kind: 'malformed' }
