import type { RegisteredType } from '../../content/model/model.js'
import type { FieldValues } from '../../content/node/node.js'
import type { NodeUpdate } from '../../content/store/contentStore.js'
import { addRefusal, sponsorsDatabaseType } from '../../event/addRules.js'
import { entriesOfEvent } from '../../event/entriesOfEvent.js'
import { eventRootOf } from '../../event/eventRoot.js'
import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { joinPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { enterChain } from '../move/decideMoveAt.js'
import { contentTag } from '../present/contentTag.js'
import { presentContent } from '../present/presentContent.js'
import type { Operation } from '../run/operation.js'
import { may, type Visit } from '../run/visit.js'
import { creationOf, updateOf } from '../write/changes.js'
import { layoutIn } from '../write/layoutIn.js'
import { chooseId, namingFile } from '../write/naming.js'
import { newNode } from '../write/newNode.js'
import { readBody } from '../write/readBody.js'
import { nothingElse } from './getContent.js'

export interface AddedContent {
  readonly content: JsonObject
  readonly path: string
  /** The ETag, as in the answer of `getContent`. */
  readonly tag: string
}

/** `POST {container}` (docs/content-and-access.md, Permissions). */
export const addContent: Operation<JsonObject, AddedContent> = {
  permission: permission.add,
  exists: ({ type }) => type.contains !== null,
  values: body => body,
  async run(visit, body) {
    const type = addableType(visit, body['@type'])
    await refuseWhereEventsDo(visit, type)
    const uid = await chooseUid(visit, body.UID)
    const { values, files } = await readBody(visit, { type, sent: body, stored: null, lineage: visit.lineage })
    const path = joinPath(visit.node.path, await chooseId(visit, body.id, { type, values }))
    const layout = layoutIn(body)
    const fresh = newNode(visit, { type, uid, path, values: withDefaults(visit, type, values), layout })
    const { node, records } = enterChain(visit, [...visit.lineage, fresh])
    const lineage = [...visit.lineage, node]
    const content = {
      ...(await presentContent(visit, lineage)),
      ...(type.contains && !type.hidesItems ? { items: [], items_total: 0 } : {}),
    }
    return {
      answer: { content, path, tag: contentTag(visit, { lineage, content, listing: null, input: nothingElse }) },
      change: {
        creates: [await creationOf(visit, lineage, records)],
        files,
        updates: claims(visit, type),
        touches: [{ path: visit.node.path, modified: visit.now }],
      },
    }
  },
}

/** The type to add. Throws when it is unknown, not allowed in this container, or not allowed for this caller. */
function addableType(visit: Visit, asked: JsonValue | undefined): RegisteredType {
  if (typeof asked !== 'string' || asked === '') throw new DomainError('bad-request', message('type.required'))
  const type = visit.environment.registry.types.get(asked)
  if (!type) throw new DomainError('forbidden', message('type.unknown', { type: asked.slice(0, 100) }))
  if (!isAllowedIn(visit.type, type)) throw new DomainError('forbidden', message('type.not-here', { type: asked }))
  if (!may(visit, type.addPermission)) throw new DomainError('forbidden', message('type.not-allowed', { type: asked }))
  return type
}

function isAllowedIn(container: RegisteredType, type: RegisteredType): boolean {
  return container.contains === 'any' ? type.addableAnywhere : (container.contains ?? []).includes(type.id)
}

async function refuseWhereEventsDo(visit: Visit, type: RegisteredType): Promise<void> {
  const event = eventRootOf(visit.lineage)
  const databases =
    event && type.id === sponsorsDatabaseType
      ? await entriesOfEvent([type.id], event, { reader: visit.reader, turn: visit.work, principals: 'system' })
      : []
  const refusal = addRefusal({ type, lineage: visit.lineage, hasSponsorsDatabase: databases.length > 0 })
  if (refusal) throw new DomainError('forbidden', message(`type.${refusal}`, { type: type.id }))
}

/** Raises the revision of the event, so that two concurrent requests cannot both add its only sponsors database. */
function claims({ lineage, environment }: Visit, type: RegisteredType): readonly NodeUpdate[] {
  const event = type.id === sponsorsDatabaseType ? eventRootOf(lineage) : undefined
  if (!event) return []
  return [updateOf(environment, lineage.slice(0, lineage.indexOf(event) + 1))]
}

async function chooseUid(visit: Visit, asked: JsonValue | undefined): Promise<string> {
  if (asked === undefined || asked === null) return visit.environment.newUid()
  if (!may(visit, permission.manageSite)) throw new DomainError('forbidden', message('uid.not-allowed'))
  if (typeof asked !== 'string' || !/^[0-9a-f]{32}$/.test(asked))
    throw new DomainError('bad-request', message('uid.malformed'))
  if ((await visit.reader.nodes([asked])).length > 0)
    throw new DomainError('bad-request', message('uid.taken', { uid: asked }))
  return asked
}

/** Fills in the creator, and the file name when there is no title. */
function withDefaults({ caller }: Visit, type: RegisteredType, values: FieldValues): FieldValues {
  const file = namingFile(type, values)
  const title = file && !values.title ? file.filename : (values.title ?? '')
  return { ...(caller.kind === 'member' ? { creators: [caller.id] } : {}), ...values, title }
}
