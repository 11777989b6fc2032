import type { Field } from '../content/fields/field.js'
import type { Behavior, ContentType } from '../content/model/model.js'
import { permission } from '../security/permissions.js'
import { addPermission, grantsOfSchedule } from './eventPermissions.js'
import { eventType } from './eventRoot.js'
import { eventSettings } from './eventSettings.js'
import { presenterBehavior } from './presenter.js'
import { choicesHelp, scheduleBehavior, sessionBehavior, slotBehavior, videoField } from './slotBehaviors.js'
import { socialLinks, sponsorBehavior, sponsorLevelBehavior, sponsorsDatabaseBehavior } from './sponsorBehaviors.js'
import { vocabularyName } from './vocabularyNames.js'

export const eventBehaviors: readonly Behavior[] = [
  eventSettings,
  slotBehavior,
  sessionBehavior,
  presenterBehavior,
  socialLinks,
  sponsorBehavior,
  sponsorLevelBehavior,
  sponsorsDatabaseBehavior,
]

const eventDefaults = { layout: 'view', lockable: false, addableAnywhere: true } as const

const files = ['File', 'Image'] as const
const attachments = ['File', 'Image', 'Link'] as const
const slotTypes = ['Break', 'Keynote', 'LightningTalks', 'Meeting', 'OpenSpace', 'Slot', 'Talk', 'Training'] as const

const pageLike = [
  'plone.basic',
  'volto.blocks',
  'volto.navtitle',
  'volto.preview_image_link',
  'plone.excludefromnavigation',
  'plone.versioning',
] as const

const common = [
  'plone.categorization',
  'plone.excludefromnavigation',
  'volto.preview_image_link',
  'plone.versioning',
] as const

const category = (vocabulary: string, initial: string): Field => ({
  kind: 'choice',
  name: 'slot_category',
  title: 'Category',
  vocabulary: vocabularyName(vocabulary),
  required: true,
  default: initial,
})

const hiddenCategory = (vocabulary: string, initial: string): Field => ({
  ...category(vocabulary, initial),
  isHiddenInForms: true,
})

const activity = hiddenCategory('session_categories', 'activity')
const duration = (vocabulary: string): Field => ({
  kind: 'choice',
  name: 'duration',
  title: 'Duration',
  description: choicesHelp,
  vocabulary: vocabularyName(vocabulary),
})

function session(id: string, title: string, add: string, ...fields: readonly Field[]): ContentType {
  const behaviors = [sessionBehavior.name, scheduleBehavior, ...common]
  return {
    ...eventDefaults,
    id,
    title,
    behaviors,
    fields: [activity, ...fields],
    contains: attachments,
    addPermission: add,
  }
}

function slot(id: string, title: string, contains: ContentType['contains'], ...fields: readonly Field[]): ContentType {
  const behaviors = ['plone.basic', scheduleBehavior, ...common]
  return { ...eventDefaults, id, title, behaviors, fields, contains, addPermission: addPermission.slot }
}

const talks: Field = {
  kind: 'rows',
  name: 'talks',
  title: 'Talks',
  default: [],
  rowIds: 'generated',
  columns: [
    { kind: 'line', name: 'title', title: 'Title', required: true },
    { kind: 'line', name: 'presenters', title: 'Presenters', required: true },
  ],
}

const requirements: Field = { kind: 'richText', name: 'requirements', title: 'Requirements', searchable: true }
const totalSeats: Field = { kind: 'integer', name: 'total_seats', title: 'Seats', default: 0 }

/** The content types for events: their fields, containers and add permissions (docs/schedule.md, Types of events). */
export const eventTypes: readonly ContentType[] = [
  {
    ...eventDefaults,
    id: eventType,
    isInMenus: true,
    title: 'Tech Event',
    behaviors: [
      eventSettings.name,
      'plone.basic',
      'plone.categorization',
      'plone.publication',
      'plone.ownership',
      'plone.excludefromnavigation',
      'volto.preview_image_link',
      'volto.blocks',
      'plone.versioning',
    ],
    contains: 'any',
    addPermission: addPermission.techEvent,
  },
  {
    ...eventDefaults,
    id: 'Schedule',
    title: 'Schedule',
    isInMenus: true,
    behaviors: pageLike,
    contains: ['Document', ...files, ...slotTypes],
    addPermission: addPermission.schedule,
    grants: grantsOfSchedule,
  },
  session('Keynote', 'Keynote', addPermission.keynote, duration('durations_keynote')),
  session('Talk', 'Talk', addPermission.talk, duration('durations_talk')),
  session('Training', 'Training', addPermission.training, duration('durations_training'), requirements, totalSeats),
  slot('OpenSpace', 'Open Space', attachments, activity),
  slot('LightningTalks', 'Lightning Talks', attachments, activity, talks, videoField),
  slot('Meeting', 'Meeting', attachments, hiddenCategory('slot_categories', 'slot')),
  slot('Slot', 'Slot', [], category('slot_categories', 'slot')),
  slot('Break', 'Break', [], category('break_categories', 'coffee-break')),
  {
    ...eventDefaults,
    id: 'Presenter',
    title: 'Presenter',
    behaviors: [
      'plone.basic',
      presenterBehavior.name,
      socialLinks.name,
      'plone.leadimage',
      'plone.richtext',
      ...common,
    ],
    fields: [{ kind: 'email', name: 'email', title: 'E-mail', readPermission: permission.modify }],
    contains: attachments,
    addPermission: addPermission.presenter,
    hidesItems: true,
  },
  {
    ...eventDefaults,
    id: 'Venue',
    title: 'Venue',
    isInMenus: true,
    behaviors: pageLike,
    contains: ['Document', ...files, 'Room'],
    addPermission: addPermission.venue,
  },
  {
    ...eventDefaults,
    id: 'Room',
    title: 'Room',
    behaviors: pageLike,
    contains: ['Document', ...files],
    addPermission: addPermission.room,
    addableAnywhere: false,
  },
  {
    ...eventDefaults,
    id: 'SponsorsDB',
    title: 'Sponsors Database',
    isInMenus: true,
    behaviors: [...pageLike, sponsorsDatabaseBehavior.name],
    contains: ['Document', ...files, 'SponsorLevel'],
    addPermission: addPermission.sponsorsDatabase,
  },
  {
    ...eventDefaults,
    id: 'SponsorLevel',
    title: 'Sponsorship Level',
    isInMenus: true,
    behaviors: [...pageLike, sponsorLevelBehavior.name],
    contains: [...files, 'Sponsor'],
    addPermission: addPermission.sponsorLevel,
    addableAnywhere: false,
  },
  {
    ...eventDefaults,
    id: 'Sponsor',
    title: 'Sponsor',
    behaviors: [
      'plone.basic',
      sponsorBehavior.name,
      socialLinks.name,
      'plone.leadimage',
      'plone.richtext',
      'plone.excludefromnavigation',
      'plone.versioning',
    ],
    contains: [],
    addPermission: addPermission.sponsor,
    addableAnywhere: false,
  },
]
