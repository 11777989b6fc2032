import type { JsonObject } from '@plenum/core'

/** A type in Plone exports. `body` is the export of an object that has only a title. */
export interface TypeInExports {
  readonly body: JsonObject
  readonly chain: readonly string[]
  readonly isVersioned: boolean
  readonly relations: readonly string[]
}

const basic = { title: 'T', description: '' }
const dublinCore = { subjects: [], rights: '', contributors: [], creators: ['admin'], effective: null, expires: null }
const blocks = { blocks: {}, blocks_layout: { items: [] } }
const preview = { preview_caption_link: null }
const dates = { start: '2027-03-01T09:00:00+00:00', end: '2027-03-01T10:00:00+00:00' }
const lead = { image: null, image_caption: null }

const publication = 'simple_publication_workflow'
const lock = { locked: false, stealable: true }

interface TypeFacts extends Partial<TypeInExports> {
  readonly titled: string
  readonly layout?: string
  readonly isFolderish?: boolean
  readonly lock?: JsonObject
  readonly isInNavigation?: boolean
}

function type(
  { titled, layout = 'view', isFolderish = true, lock: ofLock = {}, isInNavigation = true, ...texts }: TypeFacts,
  ...bodies: readonly JsonObject[]
): TypeInExports {
  const common = { type_title: titled, layout, is_folderish: isFolderish, lock: ofLock }
  return {
    chain: [publication],
    isVersioned: true,
    relations: [],
    ...texts,
    body: Object.assign({}, basic, common, isInNavigation ? { exclude_from_nav: false } : {}, ...bodies),
  }
}

const stock = (titled: string, layout: string): TypeFacts => ({
  titled,
  layout,
  lock,
  relations: ['relatedItems', 'preview_image_link'],
})
const attachment = { isFolderish: false, relations: ['relatedItems'] } as const
const page = (titled: string): TypeFacts => ({ titled, relations: ['preview_image_link'] })
const pageLike = [blocks, preview, { nav_title: null }] as const
const slot = [preview, dates, { room: null, subjects: [] }] as const
const session = [
  ...slot,
  { duration: null, slot_category: 'activity', text: null, session_audience: null, session_language: null },
  { session_level: null, session_track: null, session_video: null },
] as const
const sessionOf = (titled: string): TypeFacts => ({ titled, relations: ['presenters', 'preview_image_link'] })

export const typesOfPlone: Readonly<Record<string, TypeInExports>> = {
  'Plone Site': type(
    { ...stock('Plone Site', 'document_view'), chain: [], isVersioned: false },
    dublinCore,
    ...[blocks, { table_of_contents: null, start: null, end: null, schedule_review_states: [] }],
    { tracks: [], levels: [], audience: [], durations_keynote: [], durations_talk: [], durations_training: [] },
  ),
  Document: type(stock('Page', 'document_view'), dublinCore, ...pageLike, { table_of_contents: null }),
  'News Item': type(stock('News Item', 'newsitem_view'), dublinCore, ...pageLike, lead),
  Event: type(
    stock('Event', 'event_view'),
    dublinCore,
    ...pageLike,
    dates,
    { attendees: [], contact_email: null, contact_name: null, contact_phone: null, event_url: null, location: null },
    { open_end: false, recurrence: null, sync_uid: null, whole_day: false },
  ),
  Link: type(
    { titled: 'Link', layout: 'link_redirect_view', lock, isFolderish: false },
    { ...dublinCore, remoteUrl: 'https://example.org/' },
  ),
  File: type(
    { titled: 'File', layout: 'file_view', lock, chain: [], isVersioned: false, ...attachment },
    { ...dublinCore, file: null },
  ),
  Image: type(
    { titled: 'Image', layout: 'image_view', chain: [], isVersioned: false, ...attachment },
    { ...dublinCore, image: null },
  ),
  Profile: type(
    { titled: 'Profile', lock, isInNavigation: false, chain: [publication, 'foundation_member_workflow'] },
    { contributors: [], creators: ['admin'], rights: '', email: 'ada@example.org' },
    lead,
  ),
  'collective.polls.poll': type(
    { ...page('Poll'), chain: ['poll_workflow'], isVersioned: false },
    preview,
    { allow_anonymous: true, legend: null, max_choices: 1, results_graph: 'bar', show_results: true },
    { shuffle_options: false, options: ['Yes', 'No'].map((description, option_id) => ({ description, option_id })) },
  ),
  Schedule: type(page('Schedule'), ...pageLike),
  Venue: type(page('Venue'), ...pageLike),
  Room: type(page('Room'), ...pageLike),
  SponsorsDB: type(page('Sponsors Database'), ...pageLike, { benefits: [] }),
  SponsorLevel: type(page('Sponsorship Level'), ...pageLike, { benefits: [], color: '#000000', price: null }),
  Sponsor: type({ titled: 'Sponsor' }, lead, { social_links: [], text: null }),
  Presenter: type({ ...page('Presenter'), isFolderish: false }, lead, {
    social_links: [],
    text: null,
    subjects: [],
    categories: ['speaker'],
    email: null,
  }),
  Talk: type(sessionOf('Talk'), ...session),
  Keynote: type(sessionOf('Keynote'), ...session),
  Training: type(sessionOf('Training'), ...session, { requirements: null, total_seats: 0 }),
  OpenSpace: type(page('Open Space'), ...slot, { slot_category: 'activity' }),
  LightningTalks: type(page('Lightning Talks'), ...slot, { slot_category: 'activity', session_video: null, talks: [] }),
  Meeting: type(page('Meeting'), ...slot, { slot_category: 'slot' }),
  Slot: type(page('Slot'), ...slot, { slot_category: 'slot' }),
  Break: type(page('Break'), ...slot, { slot_category: 'lunch' }),
}

const ofSchedules = ['Keynote', 'Slot', 'Talk', 'Training'].map(name => `collective.techevent: Add ${name}`)
const contributors = ['Manager', 'Site Administrator', 'Owner', 'Contributor']

export const permissionsOfPlone: Readonly<Record<string, JsonObject>> = {
  Schedule: Object.fromEntries(ofSchedules.map(name => [name, { acquire: false, roles: contributors }])),
}
