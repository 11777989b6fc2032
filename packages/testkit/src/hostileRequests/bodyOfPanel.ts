import type { Field, JsonObject, JsonValue } from '@plenum/core'
import fc from 'fast-check'
import { encodedFiles, fieldValue } from './fieldValues.js'
import type { Grammar } from './grammar.js'
import { mostly } from './hostileValues.js'

const inBase64 = (text: JsonValue | undefined): string => Buffer.from(String(text)).toString('base64')

const imageText = encodedFiles.map(({ filename, data }) => `filenameb64:${inBase64(filename)};datab64:${data}`)

/**
 * The time zone is the only setting that is stored in a field of the event instead of an internal field of the site
 * root.
 */
const zone: Field = { kind: 'zone', name: 'portal_timezone', title: 'Time zone' }

export function bodyOfPanel(grammar: Grammar): fc.Arbitrary<JsonObject> {
  const settings = [...(grammar.types.get('Plone Site')?.fields ?? []).filter(({ hidden }) => hidden), zone]
  const valueFor = (field: Field): fc.Arbitrary<JsonValue> => {
    // The value is usually false, because other requests read the schedule of the site, which a site with several
    // events does not have.
    if (field.name === 'support_multiple_events') return mostly(9, fc.constant(false), fc.constant(true))
    const value = fieldValue(grammar, field)
    return field.kind === 'image' ? mostly<JsonValue>(2, value, mostly(3, imageText, fc.constant(''))) : value
  }
  return fc
    .subarray(settings, { maxLength: Math.min(4, settings.length) })
    .chain(chosen => fc.record(Object.fromEntries(chosen.map(field => [field.name, valueFor(field)]))))
    .map(body => body as JsonObject)
}
