import type { ContentPayload } from '../../answers/content.js'
import type { RegisteredType } from '../../content/model/model.js'
import type { FieldValues } from '../../content/node/node.js'
import type { Change } from '../../content/store/change.js'
import { sponsorsDatabaseType } from '../../event/addRules.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { joinPath } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import { withComponents } from '../present/components/components.js'
import { presentContent } from '../present/presentContent.js'
import { etagOfNew } from '../run/answerMetadata.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, type RequestContext } from '../run/requestContext.js'
import { startChain } from '../transition/attemptTransitionAt.js'
import { addProblem, claimEvent } from '../write/addProblem.js'
import { creationOf, newNode } from '../write/changes.js'
import { chooseId, namingFile } from '../write/naming.js'
import { layoutIn, readBody } from '../write/readBody.js'

export interface AddedContent {
  readonly content: ContentPayload
  readonly path: string
  /**
   * The ETag of the new object, which begins with the revision of the object. Responses to `GET` requests have
   * different ETags.
   */
  readonly etag: string
}

/** `POST {container}` adds an object (docs/content-and-access.md, Permissions). */
export const addContent: Operation<JsonObject, AddedContent> = {
  permission: permission.add,
  exclusiveSlice: true,
  exists: ({ type }) => type.contains !== null,
  values: body => body,
  async run(context, body) {
    const type = await addableType(context, body['@type'])
    const uid = await chooseUid(context, body.UID)
    const { values, files } = await readBody(context, { type, input: body, stored: null, lineage: context.lineage })
    const path = joinPath(context.node.path, await chooseId(context, body.id, { type, values }))
    const layout = layoutIn(body)
    const fresh = newNode(context, { type, uid, path, values: withDefaults(context, type, values), layout })
    const { node, records } = startChain(context, [...context.lineage, fresh])
    const lineage = [...context.lineage, node]
    const content = {
      ...(await presentContent(context, lineage)),
      ...(type.contains && !type.hidesItems ? { items: [], items_total: 0 } : {}),
    }
    const change: Change = {
      creates: [await creationOf(context, lineage, records)],
      files,
      updates: type.id === sponsorsDatabaseType ? claimEvent(context) : [],
      touches: [{ path: context.node.path, modified: context.now }],
    }
    const answer: AddedContent = { content, path, etag: etagOfNew(context, node) }
    const { expand } = context
    if (!expand || expand.names.length === 0) return { answer, change }
    const show = async (added: RequestContext): Promise<AddedContent> => ({
      ...answer,
      content: await withComponents(added, added.lineage, { content, expand }),
    })
    return { change, path, show }
  },
}

/**
 * Returns the requested type. Throws if the type is unknown, or if the container, the permissions or the event do not
 * allow it.
 */
async function addableType(context: RequestContext, requestedType: JsonValue | undefined): Promise<RegisteredType> {
  if (typeof requestedType !== 'string' || requestedType === '') throw badRequest('type.required')
  const type = context.environment.registry.types.get(requestedType)
  if (!type) throw new DomainError('forbidden', message('type.unknown', { type: requestedType.slice(0, 100) }))
  const problem = await addProblem(context, type, context.lineage)
  if (problem) throw new DomainError('forbidden', message(`type.${problem}`, { type: requestedType }))
  return type
}

async function chooseUid(context: RequestContext, requestedUid: JsonValue | undefined): Promise<string> {
  if (requestedUid === undefined || requestedUid === null) return context.environment.newUid()
  if (!hasPermission(context, permission.manageSite)) throw new DomainError('forbidden', message('uid.not-allowed'))
  if (typeof requestedUid !== 'string' || !/^[0-9a-f]{32}$/.test(requestedUid)) throw badRequest('uid.malformed')
  if ((await context.reader.nodes([requestedUid])).length > 0) throw badRequest('uid.taken', { uid: requestedUid })
  return requestedUid
}

/**
 * Adds the creator to the values of a new object. If the title is empty and the object has a file, the title becomes
 * the file name.
 */
function withDefaults({ caller }: RequestContext, type: RegisteredType, values: FieldValues): FieldValues {
  const file = namingFile(type, values)
  const title = file && !values.title ? file.filename : (values.title ?? '')
  return { ...(caller.kind === 'member' ? { creators: [caller.id] } : {}), ...values, title }
}
