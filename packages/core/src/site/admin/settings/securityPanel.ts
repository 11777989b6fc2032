import { permission } from '../../../security/stockPermissions.js'
import { emailAsLogin } from '../../run/loginSettings.js'
import type { ControlPanel } from './controlPanel.js'

/** Login settings (docs/site-settings.md, Security). */
export const securityPanel: ControlPanel = {
  name: 'security',
  title: 'Security',
  group: 'Security',
  permission: permission.setUpSite,
  settings: [
    {
      field: {
        kind: 'boolean',
        name: emailAsLogin,
        title: 'Log in with e-mail addresses',
        description: 'A login may name the e-mail address in place of the user name.',
        default: false,
        required: true,
      },
    },
  ],
}
