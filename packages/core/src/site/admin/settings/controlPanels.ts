import type { Field } from '../../../content/fields/field.js'
import type { Behavior } from '../../../content/model/model.js'
import { zoneOf } from '../../../event/eventRoot.js'
import { permission } from '../../../security/permissions.js'
import { emailAsLogin } from '../../people/emailLogins.js'
import { passwordChoice, selfRegistration } from '../../people/registration.js'
import { displayedTypesField, navigationSettingsOf } from '../../present/components/navigation.js'
import { appearancePanel } from './appearancePanel.js'
import { changeFeedPanel } from './changeFeedPanel.js'
import type { ControlPanel } from './controlPanel.js'
import { languagePanel } from './languagePanel.js'
import { searchPanel } from './searchPanel.js'
import { sitePanel } from './sitePanel.js'

const flag = { kind: 'boolean', default: false, required: true } as const

const manyUsers: Field = {
  ...flag,
  name: 'many_users',
  title: 'Many users',
  description: 'Front ends list users only after a search.',
}

const manyGroups: Field = {
  ...flag,
  name: 'many_groups',
  title: 'Many groups',
  description: 'Front ends list groups only after a search.',
}

/** The settings for the lists of users and groups in front ends (docs/site-settings.md, Users and groups). */
const userPanel: ControlPanel = {
  name: 'usergroup',
  title: 'User and group settings',
  group: 'Users',
  permission: permission.manageUsers,
  settings: [{ field: manyUsers }, { field: manyGroups }],
}

/** The settings for logins and registration (docs/site-settings.md, Security). */
const securityPanel: ControlPanel = {
  name: 'security',
  title: 'Security',
  group: 'Security',
  permission: permission.setUpSite,
  settings: [
    {
      field: {
        ...flag,
        name: selfRegistration,
        title: 'Self-registration',
        description: 'Everybody may register as a user of the site.',
      },
    },
    {
      field: {
        ...flag,
        name: passwordChoice,
        title: 'Users choose a password when they register',
        description: 'Otherwise they get a mail with a link to set it, which proves their address.',
      },
    },
    {
      field: {
        ...flag,
        name: emailAsLogin,
        title: 'Log in with e-mail addresses',
        description: 'A login may name the e-mail address in place of the username.',
      },
    },
  ],
}

/** The settings for menus (docs/content-and-access.md, Components, rule 7). */
const navigationPanel: ControlPanel = {
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

/**
 * The setting that determines whether the site is a single event or contains several events (docs/schedule.md, Event
 * root, rule 4).
 */
const eventPanel: ControlPanel = {
  name: 'tech-event-settings',
  title: 'Tech Event Settings',
  group: 'General',
  permission: permission.manageSite,
  settings: [
    {
      field: {
        ...flag,
        name: 'support_multiple_events',
        title: 'Support multiple events',
        description: 'Every Tech Event is an event of its own; the site is none then.',
      },
    },
  ],
}

/** The settings for dates and times (docs/site-settings.md, Date and time). */
const datePanel: ControlPanel = {
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
      // The event settings use the same field, so that a site that is an event has only one time zone.
      storedAs: 'timezone',
      valueIn: zoneOf,
    },
  ],
}

/** All panels. Every setting in a panel must have an effect (docs/site-settings.md, Panels). */
export const controlPanels: readonly ControlPanel[] = [
  sitePanel,
  appearancePanel,
  languagePanel,
  datePanel,
  navigationPanel,
  searchPanel,
  securityPanel,
  userPanel,
  eventPanel,
  changeFeedPanel,
]

/**
 * The behavior whose fields store the settings in the site root. Payloads omit these fields, and requests that edit the
 * root cannot change them.
 */
export const siteSettings: Behavior = {
  name: 'plenum.site_settings',
  fields: controlPanels
    .flatMap(({ settings }) => settings)
    .filter(({ storedAs }) => storedAs === undefined)
    .map(({ field }) => ({ ...field, hidden: true })),
}
