import type { RegisteredType } from '../../content/model/model.js'
import type { ContentNode, FieldValues } from '../../content/node/node.js'
import { userIdOf, userPrincipal } from '../../security/caller.js'
import type { RequestContext } from '../run/requestContext.js'

export interface NewNode {
  readonly type: RegisteredType
  readonly uid: string
  readonly path: string
  readonly values: FieldValues
  readonly layout: string | null
}

export function newNode(
  { caller, now }: Pick<RequestContext, 'caller' | 'now'>,
  { type, uid, path, values, layout }: NewNode,
): ContentNode {
  const creator = userIdOf(caller)
  return {
    uid,
    path,
    type: type.id,
    revision: 1,
    created: now,
    modified: now,
    creator,
    fields: values,
    layout,
    states: {},
    permissions: Object.fromEntries(
      Object.entries(type.grants ?? {}).map(([name, roles]) => [name, { roles, acquired: false }]),
    ),
    localRoles: creator === '' ? {} : { [userPrincipal(creator)]: ['Owner'] },
    blockLocalRoles: false,
  }
}
