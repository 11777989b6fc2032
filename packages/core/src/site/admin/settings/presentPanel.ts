import type { FormSchema, PanelLink, PanelPayload } from '../../../answers/forms.js'
import type { Field } from '../../../content/fields/field.js'
import { type PresentingContext, presentField, tokensIn } from '../../../content/fields/presentField.js'
import type { Term } from '../../../content/fields/reading.js'
import { propertyOf } from '../../../content/schema/propertyOf.js'
import type { JsonObject, JsonValue } from '../../../foundation/json.js'
import { urlOfVisit, type Visit } from '../../run/visit.js'
import { gatherTerms } from '../../run/vocabularies.js'
import { type ControlPanel, type Setting, settingValue } from './controlPanel.js'
import { siteSettings } from './controlPanels.js'

/** A panel in the list of panels. */
export function presentPanelLink(visit: Visit, { name, title, group }: ControlPanel): PanelLink {
  return {
    '@id': `${urlOfVisit(visit)}/@controlpanels/${name}`,
    group: visit.translate(group),
    title: visit.translate(title),
    searchable_text: [],
  }
}

/** A panel with its form as JSON schema, and the effective values. */
export async function presentPanel(visit: Visit, panel: ControlPanel): Promise<PanelPayload> {
  const { searchable_text: _, ...link } = presentPanelLink(visit, panel)
  return { ...link, schema: schemaOf(visit, panel), data: await dataOf(visit, panel) }
}

function schemaOf(visit: Visit, { settings }: ControlPanel): FormSchema {
  const { now, base, translate } = visit
  const context = { now, translate, vocabularyUrl: (name: string) => `${base}/@vocabularies/${name}` }
  const fields = settings.map(({ field }) => field)
  const property = (field: Field) => ({ ...propertyOf(field, context), behavior: siteSettings.name })
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field.name, property(field)])),
    // Clients interpret a required checkbox as one that must be checked.
    required: fields.filter(({ required, kind }) => required && kind !== 'boolean').map(({ name }) => name),
    fieldsets: [
      { id: 'default', title: translate('Default'), behavior: 'plone', fields: fields.map(({ name }) => name) },
    ],
  }
}

async function dataOf(visit: Visit, { settings }: ControlPanel): Promise<JsonObject> {
  const data: Record<string, JsonValue> = {}
  for (const setting of settings) data[setting.field.name] = await shownValue(visit, setting)
  return data
}

async function shownValue(visit: Visit, setting: Setting): Promise<JsonValue> {
  const value = settingValue(setting, visit.node, visit.environment.registry)
  if (setting.show) return setting.show(visit, value)
  return presentField(setting.field, value, await presentingContext(visit, setting.field, value))
}

async function presentingContext(visit: Visit, field: Field, value: JsonValue): Promise<PresentingContext> {
  const terms: Term[] = []
  const tokens = new Set(tokensIn(field, value).map(([, token]) => token))
  if ('vocabulary' in field)
    terms.push(...(await gatherTerms(visit, { vocabulary: field.vocabulary, lineage: visit.lineage, tokens })))
  return {
    url: visit.base,
    base: visit.base,
    term: (_, token) => terms.find(term => term.token === token),
    related: () => undefined,
    translate: visit.translate,
  }
}
