import type { ContentPayload } from '../../answers/content.js'
import type { RegisteredType } from '../../content/model/model.js'
import type { FieldValues } from '../../content/node/node.js'
import { sponsorsDatabaseType } from '../../event/addRules.js'
import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { joinPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { enterChain } from '../move/decideMoveAt.js'
import { presentContent } from '../present/presentContent.js'
import { tagOfNew } from '../run/knownAnswer.js'
import type { Operation } from '../run/operation.js'
import { may, type Visit } from '../run/visit.js'
import { addProblem } from '../write/addProblem.js'
import { creationOf } from '../write/changes.js'
import { claimEvent } from '../write/claimEvent.js'
import { layoutIn } from '../write/layoutIn.js'
import { chooseId, namingFile } from '../write/naming.js'
import { newNode } from '../write/newNode.js'
import { readBody } from '../write/readBody.js'

export interface AddedContent {
  readonly content: ContentPayload
  readonly path: string
  /** Starts with the revision, like every ETag of content; unique, so that no later answer has it. */
  readonly tag: string
}

/** `POST {container}` (docs/content-and-access.md, Permissions). */
export const addContent: Operation<JsonObject, AddedContent> = {
  permission: permission.add,
  ownTurn: true,
  exists: ({ type }) => type.contains !== null,
  values: body => body,
  async run(visit, body) {
    const type = await addableType(visit, body['@type'])
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
      answer: { content, path, tag: tagOfNew(visit, node) },
      change: {
        creates: [await creationOf(visit, lineage, records)],
        files,
        updates: type.id === sponsorsDatabaseType ? claimEvent(visit) : [],
        touches: [{ path: visit.node.path, modified: visit.now }],
      },
    }
  },
}

/** The requested type. Throws if it is unknown, or not allowed here by the container, the permissions or the event. */
async function addableType(visit: Visit, asked: JsonValue | undefined): Promise<RegisteredType> {
  if (typeof asked !== 'string' || asked === '') throw new DomainError('bad-request', message('type.required'))
  const type = visit.environment.registry.types.get(asked)
  if (!type) throw new DomainError('forbidden', message('type.unknown', { type: asked.slice(0, 100) }))
  const problem = await addProblem(visit, type, visit.lineage)
  if (problem) throw new DomainError('forbidden', message(`type.${problem}`, { type: asked }))
  return type
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

/** Adds the creator, and the file name as a missing title. */
function withDefaults({ caller }: Visit, type: RegisteredType, values: FieldValues): FieldValues {
  const file = namingFile(type, values)
  const title = file && !values.title ? file.filename : (values.title ?? '')
  return { ...(caller.kind === 'member' ? { creators: [caller.id] } : {}), ...values, title }
}
