import type { ContentNode } from '../../content/node/node.js'
import { rootPath } from '../../foundation/paths.js'
import type { User } from '../../people/userDirectory.js'
import type { Part } from '../../portable/parts.js'
import { tokenKeysField } from '../people/tokenKeys.js'
import { secretField } from '../run/siteSecret.js'

/**
 * A part in the form of a copy of the site: without the secrets that verify tokens of the service, also in versions of
 * the site root (docs/backup-format.md, Contents).
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

/** The digest of a reset token is useless without the secret, which the copy lacks. */
function withoutReset({ reset: _reset, ...user }: User): User {
  return user
}
