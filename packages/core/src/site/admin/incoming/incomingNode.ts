import type { RegisteredType } from '../../../content/model/model.js'
import type { ContentNode, FieldValues, Lineage, WorkflowRecord } from '../../../content/node/node.js'
import { pollWorkflowId } from '../../../poll/poll.js'
import { pollEffects } from '../../../poll/pollEffects.js'
import type { StoredHistory } from '../../../portable/wholeStore.js'
import { groupPrincipal, userPrincipal } from '../../../security/caller.js'
import { permissionsIn } from '../../../workflow/attemptTransition.js'
import { chainOf, currentState } from '../../../workflow/chain.js'
import { enteredAfter } from '../../../workflow/timers.js'
import type { Environment } from '../../run/environment.js'
import { grantsOf } from '../../write/changes.js'
import { readRecords, versionsOf } from './incomingHistory.js'
import type { IncomingObject } from './incomingSite.js'
import { ownPermissions } from './ownPermissions.js'
import { type FindTarget, readRelations } from './readRelations.js'
import { readValues } from './readValues.js'

export interface ImportTarget {
  readonly environment: Environment
  readonly find: FindTarget
  principal(id: string): 'user' | 'group' | undefined
}

export interface ImportedObject {
  readonly node: ContentNode
  readonly history: StoredHistory
}

export function importObject(target: ImportTarget, containers: Lineage, object: IncomingObject): ImportedObject {
  const { environment } = target
  const type = environment.registry.type(object.type)
  const { records, states, variables } = readRecords(environment, object.records)
  const now = object.modified ?? object.created ?? 0
  const bare: ContentNode = {
    uid: object.uid,
    path: object.path,
    type: object.type,
    revision: 1,
    created: object.created ?? now,
    modified: now,
    creator: object.creator,
    fields: { ...fieldsOf(target, type, object), ...object.hiddenValues },
    layout: ownLayout(type, object.layout),
    states,
    permissions: { ...grantsOf(type), ...ownPermissions(environment, type, object).permissions },
    localRoles: localRolesOf(target, object),
    blockLocalRoles: object.blockLocalRoles,
    ...(object.behaviors?.length ? { behaviors: object.behaviors } : {}),
    ...(Object.keys(variables).length > 0 ? { variables } : {}),
    ...enteredAfter(records, environment.workflows.definitions),
  }
  const node = withPermissions(environment, containers, { node: bare, type, records })
  const old = object.versions.map(note => ({
    note: { ...note, layout: ownLayout(type, note.layout === undefined ? object.layout : note.layout) },
    fields: { ...fieldsOf(target, type, { relations: {}, ...note }), ...note.hiddenValues },
  }))
  const versions = versionsOf({ environment, node, records, old, saved: object.saved })
  return { node, history: { uid: node.uid, records, versions } }
}

/** Returns the layout to store, or null if the object has the default layout of its type. */
const ownLayout = ({ layout }: RegisteredType, layoutName: string | null): string | null =>
  layoutName === layout ? null : layoutName

type Body = Pick<IncomingObject, 'values' | 'files' | 'relations'>

function fieldsOf({ environment, find }: ImportTarget, type: RegisteredType, body: Body): FieldValues {
  return { ...readValues(environment, type, body).fields, ...readRelations(type, body, find).fields }
}

const localRolesOf = ({ principal }: ImportTarget, { localRoles }: IncomingObject): ContentNode['localRoles'] =>
  Object.fromEntries(
    Object.entries(localRoles).flatMap(([id, roles]) => {
      const kind = principal(id)
      if (!kind || roles.length === 0) return []
      return [[kind === 'user' ? userPrincipal(id) : groupPrincipal(id), [...new Set(roles)]]]
    }),
  )

/**
 * Sets the permissions of an imported object according to its workflow states. If several workflows manage a
 * permission, the most recent transition determines which roles have it.
 */
function withPermissions(
  environment: Environment,
  containers: Lineage,
  { node, type, records }: { node: ContentNode; type: RegisteredType; records: readonly WorkflowRecord[] },
): ContentNode {
  const chain = chainOf(node, type, environment.workflows)
  const lastOf = new Map(records.map(({ workflow, time }) => [workflow, time]))
  const timeOf = (id: string): number => lastOf.get(id) ?? Number.NEGATIVE_INFINITY
  const byTime = chain.toSorted((a, b) => compare(timeOf(a.id), timeOf(b.id)))
  const permissions = byTime.reduce(
    (granted, definition) => permissionsIn(definition, currentState(node, definition), granted),
    node.permissions,
  )
  const withGrants = { ...node, permissions }
  if (node.states[pollWorkflowId] !== 'open') return withGrants
  const site = environment.registry.permissions
  return pollEffects({ node: withGrants, containers, transitions: ['open'], site }).node
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
