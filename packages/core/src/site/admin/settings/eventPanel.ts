import { permission } from '../../../security/stockPermissions.js'
import type { ControlPanel } from './controlPanel.js'

/** Whether the site is one event or has several (docs/schedule.md, Event root, rule 4). */
export const eventPanel: ControlPanel = {
  name: 'tech-event-settings',
  title: 'Tech Event Settings',
  group: 'General',
  permission: permission.manageSite,
  settings: [
    {
      field: {
        kind: 'boolean',
        name: 'support_multiple_events',
        title: 'Support multiple events',
        description: 'Every Tech Event is an event of its own; the site is none then.',
        default: false,
        required: true,
      },
    },
  ],
}
