import type { PanelLink, PanelPayload } from '../../answers/forms.js'
import type { JsonObject } from '../../foundation/json.js'
import { changePanel } from '../admin/settings/changePanel.js'
import type { ControlPanel } from '../admin/settings/controlPanel.js'
import { controlPanels } from '../admin/settings/controlPanels.js'
import { presentPanel, presentPanelLink } from '../admin/settings/presentPanel.js'
import type { Operation } from '../run/operation.js'
import { notFound } from '../run/refusals.js'
import { hasPermission, isSiteRoot, type RequestContext } from '../run/requestContext.js'
import { requirePermission } from '../run/requirePermission.js'
import { updateOf } from '../write/changes.js'

const panelsFor = (context: RequestContext): readonly ControlPanel[] =>
  controlPanels.filter(panel => hasPermission(context, panel.permission))

const canConfigure = (context: RequestContext): boolean => panelsFor(context).length > 0

/** `GET /@controlpanels`: the panels that the caller may use (docs/site-settings.md, Panels). */
export const listControlPanels: Operation<undefined, readonly PanelLink[]> = {
  permission: canConfigure,
  exists: isSiteRoot,
  run: async context => ({ answer: panelsFor(context).map(panel => presentPanelLink(context, panel)) }),
}

export interface ControlPanelInput {
  readonly name: string
}

/** `GET /@controlpanels/{name}`: the form and the effective values (docs/site-settings.md, Panels, rule 2). */
export const getControlPanel: Operation<ControlPanelInput, PanelPayload> = {
  permission: null,
  exists: isSiteRoot,
  run: async (context, { name }) => ({ answer: await presentPanel(context, requirePanel(context, name)) }),
}

/** `PATCH /@controlpanels/{name}`: effective immediately (docs/site-settings.md, Panels, rule 3). */
export const editControlPanel: Operation<ControlPanelInput & { readonly body: JsonObject }, null> = {
  permission: canConfigure,
  exists: isSiteRoot,
  async run(context, { name, body }) {
    const { node, environment, now } = context
    const { values, files } = await changePanel(context, requirePanel(context, name), body)
    if (Object.keys(values).length === 0) return { answer: null }
    const changed = { ...node, fields: { ...node.fields, ...values }, modified: now }
    return { answer: null, change: { updates: [updateOf(environment, [changed])], files } }
  },
}

/** Throws `not-found` for an unknown name, and `unauthorized` if the caller may not use the panel. */
function requirePanel(context: RequestContext, name: string): ControlPanel {
  const panel = controlPanels.find(candidate => candidate.name === name)
  if (!panel) throw notFound(undefined, context.lineage, context.environment)
  requirePermission(context, panel.permission)
  return panel
}
