import {
  formatInstant,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OutgoingBody,
  type OutgoingObject,
  rootPath,
} from '@plenum/core'
import { idOfPath } from '@plenum/core/ports'
import { languageOfSite, rootUid } from '../form/exportKeys.js'
import { keptField } from '../form/keptValue.js'
import { type BlobPath, exportedValue, isRelation } from './exportedValue.js'
import { isOwnField } from './plenumKeys.js'

export const isRoot = ({ node }: OutgoingBody): boolean => node.path === rootPath

/** The UID of an object in an export. */
export const uidIn = (body: OutgoingBody): string => (isRoot(body) ? rootUid : body.node.uid)

/** A path as an address. */
const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** What all objects and versions have. `site` is the id of the site. */
export function commonKeys({ type, ...body }: OutgoingObject, site: string, blobPath: BlobPath): JsonObject {
  const { node } = body
  const path = isRoot(body) ? `/${site}` : node.path
  return {
    // Every type of a Plone has one.
    language: languageOfSite,
    ...fieldKeys(body, blobPath),
    '@id': encoded(path),
    '@type': node.type,
    UID: uidIn(body),
    id: idOfPath(path),
    is_folderish: type.isFolderish,
    layout: node.layout ?? type.layout,
    lock: type.isLockable ? { locked: false, stealable: true } : {},
    type_title: type.title,
    ...(isRoot(body) ? {} : { created: formatInstant(node.created), modified: formatInstant(node.modified) }),
  }
}

function fieldKeys({ node, fields, values }: OutgoingBody, blobPath: BlobPath): JsonObject {
  const shown = fields.filter(field => !isRelation(field) && !isOwnField(field.name, node.type))
  return Object.fromEntries(
    shown.map(field => [field.name, exportedValue(field, values[field.name] ?? null, blobPath)]),
  )
}

/** What of an object stands beside its fields, without histories and versions. */
export function stateKeys(object: OutgoingObject): JsonObject {
  const kept = object.hidden[keptField]
  const constrains: JsonValue = (isJsonObject(kept) ? kept.constrains : null) ?? {}
  const common = {
    allow_discussion: null,
    'exportimport.constrains': constrains,
    review_state: object.reviewState,
  }
  return isRoot(object) ? common : { ...common, version: 'current', workflow_states: [...object.workflowStates] }
}
