import type { ContentKeys, ContentPayload } from '../../answers/content.js'
import type { LockPayload } from '../../answers/lock.js'
import type { ParentSummary } from '../../answers/summary.js'
import { formatInstant } from '../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { idOfPath } from '../../foundation/paths.js'
import type { Field } from '../fields/field.js'
import { type PresentingContext, presentField } from '../fields/presentField.js'
import type { ContentNode, FieldValues } from '../node/node.js'
import type { RegisteredType } from './model.js'

/**
 * The data from which the payload of an object is built. It is loaded in advance, so that serialization is a pure
 * function.
 */
interface Serialization {
  readonly node: ContentNode
  readonly type: RegisteredType
  readonly presenting: PresentingContext
  readonly fields: readonly Field[]
  readonly presentedFields: FieldValues
  readonly links: ContentKeys['@components']
  readonly parent: ParentSummary
  readonly reviewState: string | null
  readonly workflowStates: readonly string[]
  readonly lock: LockPayload
  /** The default page, or undefined if the object has none or the caller may not view it. */
  readonly defaultPage: string | undefined
  readonly mayModify: boolean
  readonly isAnonymous: boolean
  readonly extra: JsonObject
}

const components = [
  'actions',
  'aliases',
  'breadcrumbs',
  'contextnavigation',
  'navigation',
  'navroot',
  'types',
  'workflow',
] as const

export const componentLinks = (url: string): ContentKeys['@components'] =>
  Object.fromEntries(components.map(name => [name, { '@id': `${url}/@${name}` }]))

function commonKeys({
  node,
  type,
  presenting,
  links,
  parent,
  lock,
  defaultPage,
  extra,
}: Serialization): Record<string, JsonValue> {
  const { url } = presenting
  const payload: Omit<ContentKeys, 'review_state'> = {
    '@components': links,
    '@id': url,
    '@type': node.type,
    UID: node.uid,
    allow_discussion: false,
    id: idOfPath(node.path),
    is_folderish: type.contains !== null,
    layout: node.layout ?? type.layout,
    lock,
    parent,
    type_title: presenting.translate(type.title),
  }
  if (defaultPage !== undefined) Object.assign(payload, { default_page: defaultPage })
  return Object.assign(payload, extra)
}

/** Adds fields to a payload one by one, because spreading objects would take several times as long. */
function addFields(
  payload: Record<string, JsonValue>,
  { node, fields, presentedFields, presenting }: Serialization,
): ContentPayload {
  for (const field of fields) {
    const { name } = field
    payload[name] = presentedFields[name] ?? presentField(field, fieldValue(node, field), presenting)
  }
  return payload as ContentPayload
}

/**
 * Returns the value of a field. For an unset field, returns the default, or null if there is no default or if the
 * default depends on the time.
 */
export const fieldValue = ({ fields }: Pick<ContentNode, 'fields'>, field: Field): JsonValue =>
  fields[field.name] ?? (typeof field.default === 'function' ? null : (field.default ?? null))

function targetUrl({ node, presentedFields, presenting, mayModify, isAnonymous }: Serialization): JsonObject {
  if (node.type === 'Link' && isAnonymous) return { targetUrl: presentedFields.remoteUrl ?? '' }
  return node.type === 'File' && !mayModify ? { targetUrl: `${presenting.url}/@@download/file` } : {}
}

/** Builds the payload of an object other than the site root (docs/content-and-access.md, Payload of an object). */
export function serializeContent(serialization: Serialization): ContentPayload {
  const { node, type, reviewState, workflowStates } = serialization
  const payload = commonKeys(serialization)
  payload.created = formatInstant(node.created)
  payload.modified = formatInstant(node.modified)
  payload.next_item = {}
  payload.previous_item = {}
  payload.review_state = reviewState
  payload.version = 'current'
  payload.workflow_states = workflowStates
  if (type.behaviors.includes('plone.versioning')) payload.changeNote = ''
  return addFields(Object.assign(payload, targetUrl(serialization)), serialization)
}

/**
 * Builds the payload of the site root. Its keys differ from the keys of other objects (docs/content-and-access.md,
 * Payload of an object).
 */
export function serializeSiteRoot(serialization: Serialization): ContentPayload {
  const payload = Object.assign(commonKeys(serialization), { id: siteRootId, parent: {}, review_state: null })
  return addFields(payload, serialization)
}

/** The id of the site root in payloads. The path of the site root contains no id, but clients expect one. */
const siteRootId = 'Plone'
