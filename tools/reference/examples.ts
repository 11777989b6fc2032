import type { Field, FieldKind } from '../../packages/core/src/content/fields/field.js'
import type { JsonObject, JsonValue } from '../../packages/core/src/foundation/json.js'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const image = { data: pixel, encoding: 'base64', filename: 'dot.png', 'content-type': 'image/png' }
const file = { data: 'SGVsbG8=', encoding: 'base64', filename: 'hello.txt', 'content-type': 'text/plain' }

const byKind: { readonly [K in Exclude<FieldKind, 'rows'>]: JsonValue } = {
  line: 'Garden Days',
  text: 'Two days about gardens.',
  richText: '<p>Two days about <strong>gardens</strong>.</p>',
  boolean: true,
  integer: 1,
  instant: '2027-05-01T09:00:00+01:00',
  email: 'ana@example.org',
  uri: 'https://garden.example',
  color: '#8a5a00',
  zone: 'Europe/Lisbon',
  choice: 'en',
  set: [],
  list: ['garden'],
  links: [{ '@id': 'https://garden.example', title: 'Garden' }],
  relation: '/picture',
  relations: ['/page'],
  options: [{ description: 'Oak' }, { description: 'Lime' }],
  json: {},
  file,
  image,
}

export const exampleRoom = 'f3b0c44298fc4c149afbf4c8996fb924'

/** The examples by field name, for fields whose kind has no suitable example. */
const byName: Readonly<Record<string, JsonValue>> = {
  availability: [{ start: '2027-05-01T09:00:00+01:00', end: '2027-05-01T18:00:00+01:00' }],
  blocks: {
    a: { '@type': 'title' },
    b: {
      '@type': 'slate',
      plaintext: 'Welcome to the garden.',
      value: [{ type: 'p', children: [{ text: 'Welcome to the garden.' }] }],
    },
  },
  blocks_layout: { items: ['a', 'b'] },
  categories: ['speaker'],
  close_date: '2027-05-02T17:00:00+01:00',
  creators: ['ana'],
  contributors: ['ben'],
  duration: 'short',
  durations_keynote: [{ id: 'long', title: 'One hour', duration: 60 }],
  durations_talk: [{ id: 'short', title: 'Half an hour', duration: 30 }],
  durations_training: [{ id: 'day', title: 'A whole day', duration: 480 }],
  end: '2027-05-01T09:45:00+01:00',
  expires: '2028-01-01T00:00:00Z',
  image_caption: 'The greenhouse in spring',
  levels: [{ id: 'beginner', title: 'Beginner', color: '#0b5f6b' }],
  audience: [{ id: 'gardeners', title: 'Gardeners' }],
  legend: 'Please choose a tree.',
  location: 'Lisbon',
  nav_title: 'Garden',
  preview_caption_link: 'The greenhouse in spring',
  presenters: ['/ana'],
  price: '1,000 euros',
  recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4',
  remoteUrl: 'https://garden.example/map',
  results_graph: 'bar',
  rights: 'CC BY 4.0',
  room: [exampleRoom],
  schedule_review_states: ['pending'],
  session_audience: ['gardeners'],
  session_level: ['beginner'],
  session_track: ['soil'],
  session_video: 'https://video.example/compost',
  social_links: [{ title: 'Website', href: 'https://ana.example' }],
  subjects: ['garden', 'soil'],
  talks: [{ title: 'Worms in five minutes', presenters: 'Ana Sousa' }],
  total_seats: 20,
  tracks: [{ id: 'soil', title: 'Soil', color: '#8a5a00' }],
}

/** The examples by type and field name, for fields with different values in different types. */
const byType: Readonly<Record<string, JsonObject>> = {
  Break: { title: 'Lunch', description: 'Soup and bread in the pavilion.', slot_category: 'lunch' },
  'collective.polls.poll': { title: 'Which tree shall we plant?', description: 'The poll ends on Sunday.' },
  Document: { title: 'How to get here', description: 'Trains, bus stops and bicycle racks.' },
  Event: { title: 'Plant market' },
  File: { title: 'Leaflet', description: 'The leaflet of the event.' },
  Image: { title: 'The greenhouse', description: 'The greenhouse in spring.' },
  Keynote: { title: 'A garden in every street', description: 'What a city gains from gardens.', duration: 'long' },
  LightningTalks: { title: 'Lightning talks', description: 'Three talks of five minutes each.' },
  Link: { title: 'Map', description: 'A map of the garden.' },
  Meeting: { title: 'Meeting of the society', description: 'The annual meeting.' },
  'News Item': { title: 'Tickets on sale', description: 'Tickets are available now.' },
  OpenSpace: { title: 'Swap your seeds', description: 'Bring seeds, take seeds.' },
  'Plone Site': { end: '2027-05-02T17:00:00+01:00' },
  Presenter: {
    title: 'Ana Sousa',
    description: 'Soil scientist',
    text: '<p>Ana has studied worms for twenty years.</p>',
  },
  Profile: { title: 'Ben Okafor', description: 'Ben builds ponds.', email: 'ben@example.org' },
  Room: { title: 'Greenhouse', description: 'A room for 80 people.' },
  Schedule: { title: 'Programme', description: 'All talks and trainings.' },
  Slot: { title: 'Registration', description: 'At the main entrance.', slot_category: 'registration' },
  Sponsor: { title: 'Spade and Sons', description: 'Garden tools since 1890.' },
  SponsorLevel: {
    title: 'Gold',
    description: 'For our largest sponsors.',
    color: '#c9a227',
    benefits: [{ code: 'tickets', value: '4' }],
  },
  SponsorsDB: {
    title: 'Sponsors',
    description: 'Our sponsors.',
    benefits: [{ id: 'tickets', title: 'Free tickets', description: 'For your staff' }],
  },
  Talk: {
    title: 'Compost for beginners',
    description: 'How kitchen waste becomes soil.',
    text: '<p>Please bring a <strong>bucket</strong>.</p>',
  },
  'Tech Event': { end: '2027-05-02T17:00:00+01:00' },
  Training: {
    title: 'Prune a tree',
    description: 'A day in the orchard.',
    duration: 'day',
    end: '2027-05-01T17:00:00+01:00',
  },
  Venue: { title: 'Botanical Garden', description: 'The garden is in the west of Lisbon.' },
}

export function exampleOf(field: Field, type: string): JsonValue {
  const example = byType[type]?.[field.name] ?? byName[field.name]
  if (example !== undefined) return example
  if (field.kind === 'rows') throw new Error(`The field ${field.name} of ${type} needs an example in examples.ts.`)
  return field.kind === 'choice' && typeof field.default === 'string' && field.default !== ''
    ? field.default
    : byKind[field.kind]
}
