import { type Field, formatInstant, isJsonObject, type JsonObject, type JsonValue } from '@plenum/core'
import type { StoredFile } from '@plenum/core/ports'
import { languageOfSite } from '../form/exportKeys.js'

/** Returns the path of a file in the export, relative to `content/`. */
export type BlobPath = (field: string, file: StoredFile) => string

/** Converts a value to the format of an export (docs/how-to/move-in.md, Export to Plone). */
export function exportedValue(field: Field, value: JsonValue, blobPath: BlobPath): JsonValue {
  if (field.name === 'language' && value === '') return languageOfSite
  if (value === null) return null
  switch (field.kind) {
    case 'instant':
      return typeof value === 'number' ? formatInstant(value) : null
    case 'richText':
      return isJsonObject(value) ? { ...value, encoding: 'utf8' } : value
    case 'file':
    case 'image':
      return exportedFile(field, value as StoredFile, blobPath)
    default:
      return value
  }
}

function exportedFile({ name, kind }: Field, file: StoredFile, blobPath: BlobPath): JsonObject {
  const { filename, size, width, height, 'content-type': contentType } = file
  const pixels: JsonObject = kind === 'image' ? { width: width ?? -1, height: height ?? -1 } : {}
  return { filename, 'content-type': contentType, size, ...pixels, blob_path: blobPath(name, file) }
}

export const isRelation = ({ kind }: Field): boolean => kind === 'relation' || kind === 'relations'
