import type { ContentNode } from '../../content/node/node.js'
import type { Instant } from '../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { DomainError, message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { type Environment, newSecret, type TokenKey, type Tokens } from '../run/environment.js'
import { decideAndCommit } from '../run/untilCommitted.js'
import { updateOf } from '../write/changes.js'

export interface TokenEnvironment extends Environment {
  readonly tokens: Tokens
}

/**
 * Returns the environment if the platform supports tokens, and otherwise throws a DomainError `not-found`
 * (docs/content-and-access.md, Logins, rule 9).
 */
export function requireTokens(environment: Environment): TokenEnvironment {
  if (issuesTokens(environment)) return environment
  throw new DomainError('not-found', message('login.unavailable'))
}

export const issuesTokens = (environment: Environment): environment is TokenEnvironment =>
  environment.tokens !== undefined

interface StoredKey extends TokenKey, JsonObject {
  readonly made: Instant
}

/** The internal root field that stores the signing keys, so that all processes share them. */
export const tokenKeysField = 'token_keys'

/** The period in milliseconds during which a key signs new tokens. */
const signingTime = 30 * 24 * 60 * 60 * 1000

/**
 * Returns the stored keys, except keys whose tokens have all expired. The keys in an old copy of the database are
 * therefore useless.
 */
export function currentKeys(
  root: ContentNode | undefined,
  { tokens, now }: Pick<TokenEnvironment, 'tokens' | 'now'>,
): readonly StoredKey[] {
  const oldest = now() - signingTime - tokens.lifetime
  return storedKeys(root?.fields[tokenKeysField]).filter(({ made }) => made > oldest)
}

const storedKeys = (value: JsonValue | undefined): readonly StoredKey[] =>
  Array.isArray(value) ? (value as readonly StoredKey[]) : []

/**
 * Returns the key that signs new tokens (docs/content-and-access.md, Logins, rule 7). If no key exists or the newest
 * key is too old, the result is a new key.
 */
export const signingKey = async (environment: TokenEnvironment, root: ContentNode | undefined): Promise<TokenKey> =>
  activeKey(root, environment) ?? addKey(environment)

function activeKey(root: ContentNode | undefined, environment: TokenEnvironment): StoredKey | undefined {
  const oldest = environment.now() - signingTime
  return currentKeys(root, environment).findLast(({ made }) => made > oldest)
}

const addKey = (environment: TokenEnvironment): Promise<TokenKey> =>
  decideAndCommit(environment, async reader => {
    const [root] = (await reader.open(rootPath)).lineage
    const existing = activeKey(root, environment)
    if (existing || !root) return { answer: existing ?? newKey(environment) }
    const key = newKey(environment)
    const keys = [...currentKeys(root, environment), key]
    const node = { ...root, fields: { ...root.fields, [tokenKeysField]: keys } }
    return { answer: key, change: { updates: [updateOf(environment.at(node), [node])] } }
  })

function newKey(environment: Environment): StoredKey {
  return { id: environment.newUid(), secret: newSecret(environment), made: environment.now() }
}
