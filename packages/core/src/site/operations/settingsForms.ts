import type { PanelPagePayload, SettingsPagePayload } from '../../answers/settingsPages.js'
import { presentImage } from '../../content/node/images.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { siteImages } from '../admin/settings/appearancePanel.js'
import type { ControlPanel, Setting } from '../admin/settings/controlPanel.js'
import { storedImage } from '../admin/settings/siteImage.js'
import { plainForm, type SentForm } from '../page/form/plainForm.js'
import type { Operation } from '../run/operation.js'
import { atRoot, isSiteRoot, type RequestContext } from '../run/requestContext.js'
import { formContextOf } from './contentForms.js'
import { canConfigure, panelsFor, presentValue, requirePanel, schemaOfPanel } from './controlPanels.js'
import type { PeopleReading } from './peopleForms.js'

/** `GET /@@settings` returns the panels that the caller may use (docs/site-settings.md, Panels). */
export const browseSettings: Operation<undefined, SettingsPagePayload> = {
  permission: canConfigure,
  exists: isSiteRoot,
  run: async context => ({
    answer: {
      '@id': `${context.base}/@@settings`,
      items: panelsFor(context).map(({ name, title, group, settings }) => ({
        name,
        title: context.translate(title),
        group: context.translate(group),
        settings: settings.map(({ field }) => context.translate(field.title)),
      })),
    },
  }),
}

export interface PanelFormInput {
  readonly name: string
  readonly sent: SentForm | null
}

/**
 * `GET /@@settings/{name}` returns the form of a panel (docs/site-settings.md, Panels). Throws the same errors as
 * `getControlPanel`.
 */
export const getPanelForm: Operation<PanelFormInput, PeopleReading<PanelPagePayload>> = {
  ...atRoot,
  exclusiveSlice: true,
  async run(context, { name, sent }) {
    const panel = requirePanel(context, name)
    const schema = schemaOfPanel(context, panel)
    const source = { schema, values: await settingValues(context, panel), isNew: false }
    const { sections, ...entered } = plainForm(source, await formContextOf(context, schema), sent)
    const title = context.translate(panel.title)
    const form = { '@id': `${context.base}/@@settings/${name}`, name, title, sections }
    return { answer: { form, ...entered } }
  },
}

/**
 * Returns the effective values of the settings. Images are represented as files, although the payload of the panel
 * represents them as strings.
 */
export async function settingValues(
  context: RequestContext,
  { settings }: Pick<ControlPanel, 'settings'>,
): Promise<JsonObject> {
  const values: Record<string, JsonValue> = {}
  for (const setting of settings) values[setting.field.name] = await formValue(context, setting)
  return values
}

async function formValue(context: RequestContext, setting: Setting): Promise<JsonValue> {
  const { name } = setting.field
  const [kind] = Object.entries(siteImages).find(([, field]) => field === name) ?? []
  if (kind === undefined) return presentValue(context, setting)
  const image = storedImage(context.node, name)
  return image && presentImage(image, `${context.base}/@@site-logo/${kind}`)
}
