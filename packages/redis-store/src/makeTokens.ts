import type { Store } from './store.js'
import { isToken, newToken, type Token } from './tokens.js'

/**
 * Creates the token of a function and the common token of all functions if they are missing. Concurrent reads share an
 * attempt. Errors are ignored here, because `makeTokens` reports them.
 */
export function offerOnce(store: Store, name: string): void {
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

export async function makeTokens(store: Store, name: string): Promise<Token> {
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
 * The lifetime of a tag token in milliseconds. Tag tokens expire, because there can be many tags. When a tag token
 * expires, the values with this tag become stale.
 */
const tagLifetime = 30 * 86_400_000

export async function makeTagTokens({ nodes }: Store, keys: readonly string[]): Promise<readonly (Buffer | null)[]> {
  const offers = keys.map(key => nodes.send(key, ['SET', key, newToken(), 'NX', 'PX', String(tagLifetime)]))
  const [, tokens] = await Promise.all([Promise.all(offers), nodes.get(keys)])
  if (tokens.every(token => isToken(token))) return tokens
  throw new Error('the tokens of tags cannot be read')
}
