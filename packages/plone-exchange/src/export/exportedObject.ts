import {
  formatInstant,
  isJsonObject,
  type JsonObject,
  type OutgoingBody,
  type OutgoingObject,
  rootPath,
} from '@plenum/core'
import { type FieldValues, idOfPath } from '@plenum/core/ports'
import { languageOfSite, rootUid } from '../form/exportKeys.js'
import { type PreservedFromPlone, preservedField } from '../form/preservedValue.js'
import { type BlobPath, exportedValue, isRelation } from './exportedValue.js'
import { isOwnField } from './plenumKeys.js'

export const isRoot = ({ node }: OutgoingBody): boolean => node.path === rootPath

export const uidIn = (body: OutgoingBody): string => (isRoot(body) ? rootUid : body.node.uid)

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

export function commonKeys({ type, ...body }: OutgoingObject, site: string, blobPath: BlobPath): JsonObject {
  const { node } = body
  const path = isRoot(body) ? `/${site}` : node.path
  return {
    // In Plone, objects of every type have a language.
    language: preservedOf(body).language ?? languageOfSite,
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

export function preservedOf({ hidden }: Pick<OutgoingBody, 'hidden'>): PreservedFromPlone {
  const preserved = hidden[preservedField]
  return isJsonObject(preserved) ? preserved : {}
}

function fieldKeys({ node, fields, values }: OutgoingBody, blobPath: BlobPath): JsonObject {
  const exportedFields = fields.filter(field => !isRelation(field) && !isOwnField(field.name, node.type))
  // If the language is an empty string, `exportedValue` writes a special value that represents the language of the
  // site.
  const valuesByName: FieldValues = { ...values, language: node.fields.language ?? '' }
  return Object.fromEntries(
    exportedFields.map(field => [field.name, exportedValue(field, valuesByName[field.name] ?? null, blobPath)]),
  )
}

/** Returns the exported properties of an object that are not fields, histories or versions. */
export function stateKeys(object: OutgoingObject): JsonObject {
  const { allow_discussion = null, constrains = {} } = preservedOf(object)
  const common = {
    allow_discussion,
    'exportimport.constrains': constrains,
    review_state: object.reviewState,
  }
  return isRoot(object) ? common : { ...common, version: 'current', workflow_states: [...object.workflowStates] }
}
