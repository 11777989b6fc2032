import type { FormSchema, PanelLink, PanelPayload } from '../../answers/forms.js'
import type { Field } from '../../content/fields/field.js'
import { type PresentingContext, presentField, tokensIn } from '../../content/fields/presentField.js'
import type { Term } from '../../content/fields/reading.js'
import type { FieldValues } from '../../content/node/node.js'
import { propertyOf } from '../../content/schema/propertyOf.js'
import type { FileBytes } from '../../content/store/change.js'
import { type JsonObject, type JsonValue, sameJson } from '../../foundation/json.js'
import { type ControlPanel, type Setting, settingValue } from '../admin/settings/controlPanel.js'
import { controlPanels, siteSettings } from '../admin/settings/controlPanels.js'
import { type LanguageSettings, languageFields, languageProblems, languageSettingsOf } from '../run/languageSettings.js'
import type { Operation } from '../run/operation.js'
import {
  administration,
  atRoot,
  hasPermission,
  isSiteRoot,
  notFound,
  type RequestContext,
  requirePermission,
  urlOfContext,
} from '../run/requestContext.js'
import { gatherTerms } from '../run/vocabularies.js'
import { changedValues } from '../write/changedValues.js'
import { updateEvent } from '../write/changeEvents.js'
import { updateOf } from '../write/changes.js'
import { invalidFields, readBody } from '../write/readBody.js'
import { zoneEntries } from '../write/zoneEntries.js'

export const panelsFor = (context: RequestContext): readonly ControlPanel[] =>
  controlPanels.filter(panel => hasPermission(context, panel.permission))

export const canConfigure = (context: RequestContext): boolean => panelsFor(context).length > 0

/** `GET /@controlpanels` returns the panels that the caller may use (docs/site-settings.md, Panels). */
export const listControlPanels: Operation<undefined, readonly PanelLink[]> = {
  permission: canConfigure,
  exists: isSiteRoot,
  run: async context => ({ answer: panelsFor(context).map(panel => presentPanelLink(context, panel)) }),
}

export interface ControlPanelInput {
  readonly name: string
}

/**
 * `GET /@controlpanels/{name}` returns the form and the effective values of a panel (docs/site-settings.md, Panels,
 * rule 2).
 */
export const getControlPanel: Operation<ControlPanelInput, PanelPayload> = {
  ...atRoot,
  run: async (context, { name }) => ({ answer: await presentPanel(context, requirePanel(context, name)) }),
}

/** `PATCH /@controlpanels/{name}` changes settings with immediate effect (docs/site-settings.md, Panels, rule 3). */
export const editControlPanel: Operation<ControlPanelInput & { readonly body: JsonObject }, null> = {
  permission: canConfigure,
  exists: isSiteRoot,
  async run(context, { name, body }) {
    const { node, environment, now } = context
    const { values, files, changes } = await changePanel(context, requirePanel(context, name), body)
    if (Object.keys(values).length === 0) return { answer: null }
    const changed = { ...node, fields: { ...node.fields, ...values }, modified: now }
    const entries = await zoneEntries(context, node, [changed])
    const event = updateEvent(context, 'settings', { node: changed, details: { panel: name, changes } })
    return { answer: null, change: { updates: [updateOf(environment, [changed])], entries, files, events: [event] } }
  },
}

/**
 * Returns the panel with the given name. Throws a DomainError `not-found` if the name is unknown, and a DomainError
 * `unauthorized` if the caller may not use the panel.
 */
export function requirePanel(context: RequestContext, name: string): ControlPanel {
  const panel = controlPanels.find(candidate => candidate.name === name)
  if (!panel) throw notFound(undefined, context.lineage, context.environment)
  requirePermission(context, panel.permission)
  return panel
}

export interface PanelChange {
  readonly values: FieldValues
  readonly files: readonly FileBytes[]
  /** Maps the names of changed settings to their previous and new values, as `{from, to}`. */
  readonly changes: JsonObject
}

/**
 * Returns the change to a panel's settings. Unknown settings are ignored. Throws a DomainError `invalid-fields` that
 * lists all problems with the values.
 */
export async function changePanel(
  context: RequestContext,
  panel: ControlPanel,
  body: JsonObject,
): Promise<PanelChange> {
  const { node, lineage, environment } = context
  const input = selectSettings(panel, body)
  const fields = panel.settings.map(({ field }) => field)
  const before = Object.fromEntries(
    panel.settings.map(setting => [setting.field.name, settingValue(setting, node, environment.registry)]),
  )
  const stored = { ...node, fields: before }
  const type = { ...context.type, allFields: fields, allBehaviors: [], invariants: [] }
  const { values: after, files } = await readBody(context, { type, input, stored, lineage })
  const changed = panel.settings.filter(({ field: { name } }) => !sameJson(after[name], before[name]))
  const problems = changed.length > 0 ? (panel.problems?.(after) ?? []) : []
  if (problems.length > 0) throw invalidFields(problems)
  return {
    values: Object.fromEntries(changed.map(({ field: { name }, storedAs = name }) => [storedAs, after[name] ?? null])),
    files,
    changes: changedValues(selectNames(before, changed), selectNames(after, changed)),
  }
}

const selectNames = (values: FieldValues, settings: readonly Setting[]): JsonObject =>
  Object.fromEntries(settings.map(({ field: { name } }) => [name, values[name] ?? null]))

function selectSettings({ settings }: ControlPanel, body: JsonObject): JsonObject {
  const submitted = settings.filter(({ field }) => Object.hasOwn(body, field.name))
  return Object.fromEntries(
    submitted.map(({ field: { name }, parse: convert }): [string, JsonValue] => {
      const value = body[name] ?? null
      return [name, convert ? convert(value) : value]
    }),
  )
}

/** Returns the language settings. This operation is available only on the site root. */
export const getLanguageSettings: Operation<undefined, LanguageSettings> = {
  ...administration,
  run: async ({ node }) => ({ answer: languageSettingsOf(node) }),
}

/**
 * Changes language settings with immediate effect, and returns all language settings. Throws a DomainError
 * `invalid-fields` if a language tag is invalid or the default language is not available.
 */
export const setLanguageSettings: Operation<Partial<LanguageSettings>, LanguageSettings> = {
  ...administration,
  async run(context, changes) {
    const { node, environment, now } = context
    const settings = { ...languageSettingsOf(node), ...changes }
    const problems = languageProblems(settings)
    if (problems.length > 0) throw invalidFields(problems)
    const values = { ...node.fields, ...languageFields(settings) }
    const changed = { ...node, fields: values, modified: now }
    const answer = languageSettingsOf(changed)
    if (sameJson(values, node.fields)) return { answer }
    const details = { panel: 'language', changes: changedValues(node.fields, values) }
    const event = updateEvent(context, 'settings', { node: changed, details })
    return { answer, change: { updates: [updateOf(environment, [changed])], events: [event] } }
  },
}

const presentPanelLink = (context: RequestContext, { name, title, group }: ControlPanel): PanelLink => ({
  '@id': `${urlOfContext(context)}/@controlpanels/${name}`,
  group: context.translate(group),
  title: context.translate(title),
  searchable_text: [],
})

async function presentPanel(context: RequestContext, panel: ControlPanel): Promise<PanelPayload> {
  const { searchable_text: _, ...link } = presentPanelLink(context, panel)
  return { ...link, schema: schemaOfPanel(context, panel), data: await dataOf(context, panel) }
}

export function schemaOfPanel(context: RequestContext, { settings }: Pick<ControlPanel, 'settings'>): FormSchema {
  const { now, base, translate } = context
  const presenting = { now, translate, vocabularyUrl: (name: string) => `${base}/@vocabularies/${name}` }
  const fields = settings.map(({ field }) => field)
  const property = (field: Field) => ({ ...propertyOf(field, presenting), behavior: siteSettings.name })
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field.name, property(field)])),
    // A boolean setting is never required, because browsers would otherwise require users to select the checkbox.
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

export async function presentValue(context: RequestContext, setting: Setting): Promise<JsonValue> {
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
