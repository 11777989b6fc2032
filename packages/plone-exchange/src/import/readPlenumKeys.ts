import type { Instant, JsonObject, JsonValue } from '@plenum/core'
import type { FieldValues } from '@plenum/core/ports'
import { languageOfSite } from '../form/exportKeys.js'
import { type PreservedFromPlone, preservedField } from '../form/preservedValue.js'
import { listIn, objectIn, textIn } from './readingJson.js'

export const integerIn = (value: JsonValue | undefined): number | undefined =>
  Number.isSafeInteger(value) ? Number(value) : undefined

/** Returns `exact` if it matches `text`, which is truncated to seconds. Otherwise, returns `text`. */
export function exactTime(text: Instant | null, exact: JsonValue | undefined): Instant | null {
  const time = integerIn(exact)
  return time !== undefined && text !== null && time - (time % 1000) === text ? time : text
}

/**
 * Returns the values that Plenum added to the export, and the values from Plone that a later export must write
 * unchanged.
 */
export function hiddenValuesOf(data: JsonObject, defaultPage: JsonValue | undefined): FieldValues {
  const zone = textIn(data['plenum.timezone'])
  const { [preservedField]: _, ...settings } = objectIn(data['plenum.settings'])
  const preserved = preservedFromPlone(data)
  const page = textIn(objectIn(defaultPage).default_page_uuid)
  return {
    ...settings,
    ...(page === '' ? {} : { default_page: page }),
    ...objectIn(data['plenum.poll']),
    ...(zone === '' ? {} : { timezone: zone }),
    ...exactFields(data, objectIn(data['plenum.times']).fields),
    ...(Object.keys(preserved).length > 0 ? { [preservedField]: preserved as JsonObject } : {}),
  }
}

/** Returns the field values that are instants, with milliseconds. */
export function exactFields(data: JsonObject, exact: JsonValue | undefined): FieldValues {
  const exactTimes = Object.entries(objectIn(exact)).filter(([name, value]) => {
    const time = integerIn(value)
    return time !== undefined && typeof data[name] === 'string'
  })
  return Object.fromEntries(exactTimes)
}

function preservedFromPlone(data: JsonObject): PreservedFromPlone {
  const constrains = objectIn(data['exportimport.constrains'])
  const language = textIn(data.language)
  return {
    ...(typeof data.allow_discussion === 'boolean' ? { allow_discussion: data.allow_discussion } : {}),
    ...(language === '' || language === languageOfSite ? {} : { language }),
    ...(Object.keys(constrains).length > 0 ? { constrains } : {}),
  }
}

export const exactRecords = (data: JsonObject): readonly (readonly [string, Instant])[] =>
  listIn(objectIn(data['plenum.times']).records).flatMap(item => {
    const [workflow, time] = listIn(item)
    const exact = integerIn(time)
    return typeof workflow === 'string' && exact !== undefined ? [[workflow, exact] as const] : []
  })
