import { isJsonObject, type JsonObject, type JsonValue } from '@plenum/core'

/** Keys that are ignored, because their values are computed or exist only in Plenum. */
const passedOver: ReadonlySet<string> = new Set(['activities', 'days', 'items_total', 'labels', 'lock'])

const ofVersions: ReadonlySet<string> = new Set(['allow_discussion', 'changeNote', 'review_state', 'workflow_states'])

const withRows: ReadonlySet<string> = new Set(['tracks', 'levels', 'audience', 'benefits', 'social_links'])

/** Removes the values that an import and a subsequent export may change. */
export function normalObject(object: JsonObject): JsonObject {
  const { 'exportimport.versions': versions, ...own } = normalBody(object)
  const isRoot = object.UID === 'plone_site_root'
  const { id: _, '@id': __, ...nameless } = own
  const all = Object.entries(isJsonObject(versions) ? versions : {})
  return {
    ...(isRoot ? nameless : own),
    'exportimport.versions': Object.fromEntries(all.map(([number, version]) => [number, normalVersion(version)])),
  }
}

function normalBody(object: JsonObject): JsonObject {
  const compared = Object.entries(object).filter(([key]) => !passedOver.has(key) && !key.startsWith('plenum.'))
  return Object.fromEntries(compared.map(([key, value]) => [key, normalValue(key, value)]))
}

function normalVersion(version: JsonValue): JsonObject {
  const body = normalBody(isJsonObject(version) ? version : {})
  const compared = Object.entries(body).filter(
    ([key, value]) => !ofVersions.has(key) && !(key === 'creators' && value === null),
  )
  // The import gives versions without a language the language of the site, so `en` is treated like no language.
  const { language = '' } = body
  return { ...Object.fromEntries(compared), language: language === 'en' ? '' : language }
}

function normalValue(key: string, value: JsonValue): JsonValue {
  if (key === 'language' && value === '##DEFAULT##') return ''
  if (withRows.has(key) && Array.isArray(value)) return value.map(row => (isJsonObject(row) ? withoutKey(row) : row))
  return isJsonObject(value) && Object.hasOwn(value, 'encoding') ? safeText(value) : sorted(value)
}

const withoutKey = ({ '@id': _, ...row }: JsonObject): JsonValue => sorted(row)

const safeText = ({ encoding: _, data, ...text }: JsonObject): JsonValue =>
  sorted({
    ...text,
    data: String(data)
      .replace(/ (?:rel|target)="[^"]*"/g, '')
      .replace(/(?<!\s)\s*\/>/g, '>'),
  })

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(key => [key, sorted(value[key] ?? null)]),
  )
}

export function ownPermissions({ plone_site_root: _, ...permissions }: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(permissions).map(([uid, grants]) => [uid, sorted(grants)]))
}
