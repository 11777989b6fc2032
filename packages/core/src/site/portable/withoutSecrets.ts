import type { ContentNode } from '../../content/node/node.js'
import { rootPath } from '../../foundation/paths.js'
import type { User } from '../../people/userDirectory.js'
import type { Part } from '../../portable/parts.js'
import { tokenKeysField } from '../people/tokenKeys.js'
import { secretField } from '../run/siteSecret.js'

/**
 * A part as it stands in a copy of the site: without the secrets by which the service knows its own tokens, in versions
 * of the site root too (docs/backup-format.md, What is in it).
 */
export function withoutSecrets(part: Part): Part {
  switch (part.kind) {
    case 'object':
      return { kind: 'object', part: { ...part.part, node: withoutKeys(part.part.node) } }
    case 'version': {
      const { uid, version } = part.part
      return { kind: 'version', part: { uid, version: { ...version, node: withoutKeys(version.node) } } }
    }
    case 'user':
      return { kind: 'user', part: { ...part.part, user: withoutReset(part.part.user) } }
    default:
      return part
  }
}

function withoutKeys(node: ContentNode): ContentNode {
  if (node.path !== rootPath) return node
  const { [secretField]: _secret, [tokenKeysField]: _keys, ...fields } = node.fields
  return { ...node, fields }
}

/** What is kept of a token that sets a password fits only the secret that the copy lacks. */
function withoutReset({ reset: _reset, ...user }: User): User {
  return user
}
