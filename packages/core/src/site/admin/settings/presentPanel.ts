import type { FormSchema, PanelLink, PanelPayload } from '../../../answers/forms.js'
import type { Field } from '../../../content/fields/field.js'
import { type PresentingContext, presentField, tokensIn } from '../../../content/fields/presentField.js'
import type { Term } from '../../../content/fields/reading.js'
import { propertyOf } from '../../../content/schema/propertyOf.js'
import type { JsonObject, JsonValue } from '../../../foundation/json.js'
import { type RequestContext, urlOfContext } from '../../run/requestContext.js'
import { gatherTerms } from '../../run/vocabularies.js'
import { type ControlPanel, type Setting, settingValue } from './controlPanel.js'
import { siteSettings } from './controlPanels.js'

/** A panel in the list of panels. */
export function presentPanelLink(context: RequestContext, { name, title, group }: ControlPanel): PanelLink {
  return {
    '@id': `${urlOfContext(context)}/@controlpanels/${name}`,
    group: context.translate(group),
    title: context.translate(title),
    searchable_text: [],
  }
}

/** A panel with its form as JSON schema, and the effective values. */
export async function presentPanel(context: RequestContext, panel: ControlPanel): Promise<PanelPayload> {
  const { searchable_text: _, ...link } = presentPanelLink(context, panel)
  return { ...link, schema: schemaOf(context, panel), data: await dataOf(context, panel) }
}

function schemaOf(context: RequestContext, { settings }: ControlPanel): FormSchema {
  const { now, base, translate } = context
  const presenting = { now, translate, vocabularyUrl: (name: string) => `${base}/@vocabularies/${name}` }
  const fields = settings.map(({ field }) => field)
  const property = (field: Field) => ({ ...propertyOf(field, presenting), behavior: siteSettings.name })
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

async function dataOf(context: RequestContext, { settings }: ControlPanel): Promise<JsonObject> {
  const data: Record<string, JsonValue> = {}
  for (const setting of settings) data[setting.field.name] = await presentValue(context, setting)
  return data
}

async function presentValue(context: RequestContext, setting: Setting): Promise<JsonValue> {
  const value = settingValue(setting, context.node, context.environment.registry)
  if (setting.present) return setting.present(context, value)
  return presentField(setting.field, value, await presentingContext(context, setting.field, value))
}

async function presentingContext(context: RequestContext, field: Field, value: JsonValue): Promise<PresentingContext> {
  const terms: Term[] = []
  const tokens = new Set(tokensIn(field, value).map(([, token]) => token))
  if ('vocabulary' in field)
    terms.push(...(await gatherTerms(context, { vocabulary: field.vocabulary, lineage: context.lineage, tokens })))
  return {
    url: context.base,
    base: context.base,
    term: (_, token) => terms.find(term => term.token === token),
    related: () => undefined,
    translate: context.translate,
  }
}
