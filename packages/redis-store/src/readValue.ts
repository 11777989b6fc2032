import type { Address, ReadOptions, StoreRead } from '@plenum/memoize'
import type { Store } from './store.js'
import { combineTokens, isToken, newToken, type Token } from './tokens.js'

/**
 * Reads the tokens and the value in one round trip. If the tokens may not exist yet, creates them in the same round
 * trip. Requests the remaining lifetime before the value, so that the lifetime is too short instead of too long if the
 * value is replaced between these commands.
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

/**
 * Creates the token of a function and the common token of all functions if they are missing. Concurrent reads share one
 * attempt. Errors are ignored here, because `makeTokens` reports them.
 */
function offerOnce(store: Store, name: string): void {
  const { keys, offering } = store
  if (offering.has(name)) return
  offering.add(name)
  offerTokens(store, [keys.token(null), keys.token(name)])
    .catch(() => {})
    .finally(() => offering.delete(name))
}

/** Creates missing tokens. NX ensures that the first of several concurrent writers wins. */
const offerTokens = ({ nodes }: Store, keys: readonly string[]): Promise<unknown> =>
  Promise.all(keys.map(key => nodes.send(key, ['SET', key, newToken(), 'NX'])))

async function makeTokens(store: Store, name: string): Promise<Token> {
  const { nodes, keys, tokens } = store
  const owned = [keys.token(null), keys.token(name)]
  const [, [all, own]] = await Promise.all([offerTokens(store, owned), nodes.get(owned)])
  const existing = tokens.tokenOf(name, all, own)
  if (existing) return existing
  const broken = owned.filter((_, i) => !isToken([all, own][i] ?? null))
  await Promise.all(broken.map(key => nodes.send(key, ['SET', key, newToken()])))
  const [newAll, newOwn] = await nodes.get(owned)
  const token = tokens.tokenOf(name, newAll, newOwn)
  if (!token) throw new Error('the invalidation tokens cannot be read')
  return token
}

/**
 * The lifetime of a tag token in milliseconds. Tag tokens expire, because a site can have many tags. When a tag token
 * expires, the values with this tag become stale.
 */
const tagLifetime = 30 * 86_400_000

async function makeTagTokens({ nodes }: Store, keys: readonly string[]): Promise<readonly (Buffer | null)[]> {
  const offers = keys.map(key => nodes.send(key, ['SET', key, newToken(), 'NX', 'PX', String(tagLifetime)]))
  const [, tokens] = await Promise.all([Promise.all(offers), nodes.get(keys)])
  if (tokens.every(token => isToken(token))) return tokens
  throw new Error('the tokens of tags cannot be read')
}
