import { isJsonObject } from '../foundation/json.js'

export type VoteRead = { readonly kind: 'choice'; readonly options: readonly number[] } | { readonly kind: 'malformed' }

/**
 * The body of a vote, parsed: an object with exactly one of `option_id` (an integer) and `option_ids` (a list of
 * integers that is not empty). That a key is there counts, whatever it holds; others mean nothing (docs/polls.md,
 * Voting).
 */
export function readVote(body: unknown): VoteRead {
  if (!isJsonObject(body)) return malformed
  const { option_id, option_ids } = body
  const [hasOne, hasList] = [Object.hasOwn(body, 'option_id'), Object.hasOwn(body, 'option_ids')]
  if (hasOne === hasList) return malformed
  const picked: unknown = hasOne ? [option_id] : option_ids
  if (!Array.isArray(picked) || picked.length === 0 || !picked.every(Number.isInteger)) return malformed
  // Adding 0 makes a 0 of -0.
  return { kind: 'choice', options: picked.map((id: number) => id + 0) }
}

const malformed: VoteRead = { kind: 'malformed' }
