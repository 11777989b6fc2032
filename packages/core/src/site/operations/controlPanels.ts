import type { PanelLink, PanelPayload } from '../../answers/forms.js'
import type { JsonObject } from '../../foundation/json.js'
import { changePanel } from '../admin/settings/changePanel.js'
import type { ControlPanel } from '../admin/settings/controlPanel.js'
import { controlPanels } from '../admin/settings/controlPanels.js'
import { presentPanel, presentPanelLink } from '../admin/settings/presentPanel.js'
import { demand } from '../run/demand.js'
import type { Operation } from '../run/operation.js'
import { notFound } from '../run/refusals.js'
import { isSiteRoot, may, type Visit } from '../run/visit.js'
import { updateOf } from '../write/changes.js'

const openTo = (visit: Visit): readonly ControlPanel[] => controlPanels.filter(panel => may(visit, panel.permission))

const maySetUp = (visit: Visit): boolean => openTo(visit).length > 0

/** `GET /@controlpanels`: the panels that the caller may use (docs/site-settings.md, Panels). */
export const listControlPanels: Operation<undefined, readonly PanelLink[]> = {
  permission: maySetUp,
  exists: isSiteRoot,
  run: async visit => ({ answer: openTo(visit).map(panel => presentPanelLink(visit, panel)) }),
}

export interface ControlPanelInput {
  readonly name: string
}

/** `GET /@controlpanels/{name}`: the form and the effective values (docs/site-settings.md, Panels, rule 2). */
export const getControlPanel: Operation<ControlPanelInput, PanelPayload> = {
  permission: null,
  exists: isSiteRoot,
  run: async (visit, { name }) => ({ answer: await presentPanel(visit, panelCalled(visit, name)) }),
}

/** `PATCH /@controlpanels/{name}`: effective immediately (docs/site-settings.md, Panels, rule 3). */
export const editControlPanel: Operation<ControlPanelInput & { readonly body: JsonObject }, null> = {
  permission: maySetUp,
  exists: isSiteRoot,
  async run(visit, { name, body }) {
    const { node, environment, now } = visit
    const { values, files } = await changePanel(visit, panelCalled(visit, name), body)
    if (Object.keys(values).length === 0) return { answer: null }
    const changed = { ...node, fields: { ...node.fields, ...values }, modified: now }
    return { answer: null, change: { updates: [updateOf(environment, [changed])], files } }
  },
}

/** Throws `not-found` for an unknown name, and `unauthorized` if the caller may not use the panel. */
function panelCalled(visit: Visit, name: string): ControlPanel {
  const panel = controlPanels.find(one => one.name === name)
  if (!panel) throw notFound(undefined, visit.lineage, visit.environment)
  demand(visit, panel.permission)
  return panel
}
