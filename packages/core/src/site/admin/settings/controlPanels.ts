import type { Behavior } from '../../../content/model/model.js'
import type { ControlPanel } from './controlPanel.js'
import { datePanel } from './datePanel.js'
import { eventPanel } from './eventPanel.js'
import { languagePanel } from './languagePanel.js'
import { navigationPanel } from './navigationPanel.js'
import { searchPanel } from './searchPanel.js'
import { securityPanel } from './securityPanel.js'
import { sitePanel } from './sitePanel.js'
import { userPanel } from './userPanel.js'

/** All panels; each of their settings has an effect (docs/site-settings.md, Panels). */
export const controlPanels: readonly ControlPanel[] = [
  sitePanel,
  languagePanel,
  datePanel,
  navigationPanel,
  searchPanel,
  securityPanel,
  userPanel,
  eventPanel,
]

/**
 * The fields of the site root that store the settings: payloads hide them, and requests for the root cannot change
 * them.
 */
export const siteSettings: Behavior = {
  name: 'plenum.site_settings',
  fields: controlPanels
    .flatMap(({ settings }) => settings)
    .filter(({ storedAs }) => storedAs === undefined)
    .map(({ field }) => ({ ...field, hidden: true })),
}
