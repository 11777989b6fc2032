import { permission } from '../../../security/permissions.js'
import { defaultRetention, retentionFields } from '../../changes/retention.js'
import type { ControlPanel } from './controlPanel.js'

/** The settings for the change feed (docs/change-feed.md, Retention). */
export const changeFeedPanel: ControlPanel = {
  name: 'change-feed',
  title: 'Change feed',
  group: 'General',
  permission: permission.manageSite,
  settings: [
    {
      field: {
        kind: 'integer',
        name: retentionFields.days,
        title: 'Days to retain changes',
        description: 'Older changes are deleted from the change feed.',
        default: defaultRetention.days,
        min: 1,
        max: 3650,
        required: true,
      },
    },
    {
      field: {
        kind: 'integer',
        name: retentionFields.events,
        title: 'Number of changes to retain',
        description: 'If there are more, the oldest ones are deleted from the change feed.',
        default: defaultRetention.events,
        min: 1000,
        max: 10_000_000,
        required: true,
      },
    },
  ],
}
