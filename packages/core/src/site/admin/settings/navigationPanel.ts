import { permission } from '../../../security/stockPermissions.js'
import { displayedTypesField, navigationSettingsOf } from '../../present/components/navigationSettings.js'
import type { ControlPanel } from './controlPanel.js'

/** The settings of menus (docs/content-and-access.md, Components, rule 7). */
export const navigationPanel: ControlPanel = {
  name: 'navigation',
  title: 'Navigation',
  group: 'General',
  permission: permission.setUpSite,
  settings: [
    {
      field: {
        kind: 'set',
        name: displayedTypesField,
        title: 'Displayed content types',
        description: 'Menus show content of these types.',
        vocabulary: 'plone.app.vocabularies.ReallyUserFriendlyTypes',
      },
      valueIn: (root, registry) => navigationSettingsOf(root, registry).displayedTypes,
    },
  ],
}
