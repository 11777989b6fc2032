import type { Address, ReadOptions, StoreRead } from '@plenum/memoize'
import { makeTagTokens, makeTokens, offerOnce } from './makeTokens.js'
import type { Store } from './store.js'
import { combineTokens, isToken, type Token } from './tokens.js'

/**
 * Reads the tokens and the value in one round trip. If the tokens may not exist yet, creates them in the same round
 * trip. Requests the remaining lifetime before the value. If the value is replaced between these commands, the lifetime
 * is then too short instead of too long.
 */
export async function readValue(
  store: Store,
  address: Address,
  { withLifetime }: ReadOptions = {},
): Promise<StoreRead> {
  const { keys, nodes, tokens } = store
  const { name } = address
  const key = keys.value(address)
  if (!tokens.isKnown(name)) offerOnce(store, name)
  const remaining = withLifetime ? lifetimeOf(store, key) : null
  const tagKeys = address.tags?.map(keys.tagToken) ?? []
  const [bytes, call, all, own, ...tags] = await nodes.get([
    key,
    keys.callToken(address),
    keys.token(null),
    keys.token(name),
    ...tagKeys,
  ])
  const functionToken = tokens.tokenOf(name, all, own) ?? (await makeTokens(store, name))
  const current = tags.every(isPresent) ? tags : await makeTagTokens(store, tagKeys)
  const token = combineTokens(functionToken, [call ?? null, ...current])
  const read: StoreRead = bytes ? open(store, { key, bytes, token }) : { kind: 'miss', token: token.text }
  if (token !== functionToken) Object.assign(read, { functionToken: functionToken.text })
  return remaining && read.kind === 'hit' ? { ...read, lifetime: await remaining } : read
}

const isPresent = (token: Buffer | null): boolean => isToken(token)

/** Returns the remaining lifetime of a value in milliseconds, or 0 if the lifetime is unknown. */
const lifetimeOf = ({ nodes }: Store, key: string): Promise<number> =>
  nodes.send(key, ['PTTL', key]).then(
    reply => Math.max(0, Number(reply)),
    () => 0,
  )

function open(
  { envelope, maxSize }: Store,
  { key, bytes, token: { text: token, bytes: current } }: { key: string; bytes: Buffer; token: Token },
): StoreRead {
  const opened = bytes.length <= maxSize ? envelope.open(key, bytes) : null
  if (!opened) return { kind: 'undecodable', token }
  return opened.token.equals(current) ? { kind: 'hit', payload: opened.payload, token } : { kind: 'miss', token }
}
