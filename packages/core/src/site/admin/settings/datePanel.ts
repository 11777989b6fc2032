import { zoneOf } from '../../../event/eventSettings.js'
import { permission } from '../../../security/stockPermissions.js'
import type { ControlPanel } from './controlPanel.js'

/** The zone that days and hours of the site are meant in (docs/site-settings.md, Date and time). */
export const datePanel: ControlPanel = {
  name: 'date-and-time',
  title: 'Date and time',
  group: 'General',
  permission: permission.setUpSite,
  settings: [
    {
      field: {
        kind: 'zone',
        name: 'portal_timezone',
        title: 'Time zone of the site',
        description: 'The schedule of the site is in this zone, and new events begin with it.',
        required: true,
      },
      // The site is an event itself, or was one, or may be one again: it has one zone.
      keptAs: 'timezone',
      valueIn: zoneOf,
    },
  ],
}
