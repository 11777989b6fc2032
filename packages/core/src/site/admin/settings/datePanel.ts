import { zoneOf } from '../../../event/eventSettings.js'
import { permission } from '../../../security/stockPermissions.js'
import type { ControlPanel } from './controlPanel.js'

/** The time zone of days and hours in the site (docs/site-settings.md, Date and time). */
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
      // Shared with the event settings: a site that is an event, or becomes one, has one time zone.
      storedAs: 'timezone',
      valueIn: zoneOf,
    },
  ],
}
