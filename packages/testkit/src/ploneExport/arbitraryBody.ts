import type { JsonObject, JsonValue } from '@plenum/core'
import fc from 'fast-check'
import { ploneUid } from '../ploneExport.js'
import { typesOfPlone } from './objectsOfPlone.js'

/** Returns the UID of the object with the given number. If the number is unused, no object has this UID. */
export const uidOfNumber = (number: number): string => ploneUid(`object ${number}`)

export const arbitraryTime: fc.Arbitrary<string> = fc
  .integer({ min: Date.UTC(1995, 0, 1) / 1000, max: Date.UTC(2035, 0, 1) / 1000 })
  .map(seconds => timeText(seconds * 1000))

export const timeText = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}+00:00`

const uid = fc.nat(12).map(uidOfNumber)
const line = fc.constantFrom('Alpha', 'Über "uns"', '𠀀 & \u2028', 'two  spaces', '<b>no tag</b>', "l'été\\n")
const text = fc.oneof(line, fc.constantFrom('', 'Of old\nand new', '\nbegins\twith a line '))
const orNull = (values: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> => fc.oneof(fc.constant(null), values)
const lineOrNone = fc.oneof(fc.constantFrom(null, ''), line)
const flag = fc.boolean()
const someOf = (...texts: readonly string[]) => fc.subarray([...texts])
const name = fc.constantFrom('one', 'two', 'zwei', 'a.b')
const url = fc.constantFrom('https://example.org/', 'https://example.org/a?b=c%20d&e#f', 'http://old.example/x')

const link = uid.map(to => `../resolveuid/${to}`)
const rich = fc
  .tuple(line, link, fc.constantFrom('<p>Plain</p>', '<ul><li>One &amp; two</li></ul>', '<h2>Größe</h2>'))
  .map(([, to, html]) => ({
    'content-type': 'text/html',
    data: `${html}<p><a href="${to}#part">there</a> <a href="http://old.example/Plone/x">old</a></p>`,
    encoding: 'utf-8',
  }))

const slate = fc.tuple(line, link).map(
  ([words, to]): JsonObject => ({
    '@type': 'slate',
    plaintext: words,
    value: [{ type: 'p', children: [{ text: words }, { type: 'link', data: { url: to }, children: [{ text: '' }] }] }],
  }),
)
const teaser = link.map((to): JsonObject => ({ '@type': 'teaser', href: [{ '@id': to, title: 'There' }], big: 1e21 }))
const foreign = fc.constantFrom<JsonObject>(
  { '@type': 'ofAnAddOn', deep: { list: [1, null, [true, { a: -0.5 }]] }, ключ: '' },
  { '@type': 'image', url: '/old/image.png', alt: '' },
  { '@type': 'title' },
)
const inner = fc.oneof(slate, teaser, foreign)
const grid = fc
  .array(inner, { maxLength: 3 })
  .map((blocks): JsonObject => ({ '@type': 'gridBlock', ...keyed(blocks, 'inner') }))
const blocks = fc.array(fc.oneof(inner, grid), { maxLength: 4 })

function keyed(values: readonly JsonObject[], by: string): JsonObject {
  const named = values.map((value, i) => [`${by}-${i}`, value] as const)
  return { blocks: Object.fromEntries(named), blocks_layout: { items: named.map(([key]) => key).reverse() } }
}

const rowsOf = (row: fc.Arbitrary<JsonObject>) =>
  fc
    .array(row, { maxLength: 3 })
    .map(rows => rows.map((own, i): JsonObject => ({ '@id': `row-${i}`, id: `row-${i}`, ...own })))
const socialLinks = fc
  .array(fc.record({ title: line, id: fc.constantFrom('github', 'website', 'mastodon'), url }), { maxLength: 2 })
  .map(rows =>
    rows.map(({ title, id, url: to }, i) => ({ '@id': `key-${i}`, id, title, href: [{ '@id': to, title: 'x' }] })),
  )
const benefitsOffered = rowsOf(fc.record({ title: line, description: text }))
const benefitsOfLevel = rowsOf(
  // If a benefit is no longer offered, only its token is exported.
  fc.record({ code: name, value: orNull(line) }).map(({ code, value }) => ({ code, title: code, value })),
)
const color = fc.constantFrom('#000000', '#be28bb')
const settingRows = rowsOf(fc.record({ title: line, color }))
const durations = rowsOf(fc.record({ title: line, color, duration: fc.nat(600) }))
const options = fc
  .uniqueArray(fc.nat(9), { minLength: 2, maxLength: 4 })
  .map(ids => ids.map(option_id => ({ description: `Option ${option_id}`, option_id })))

const values: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  title: line,
  description: text,
  subjects: someOf('a', 'Größe', 'b, c'),
  rights: fc.constantFrom('', '© nobody'),
  contributors: someOf('ada', 'gone'),
  creators: fc.constantFrom(['admin'], ['ada', 'gone'], ['gone']),
  effective: orNull(arbitraryTime),
  expires: orNull(arbitraryTime),
  exclude_from_nav: flag,
  nav_title: lineOrNone,
  table_of_contents: orNull(flag),
  preview_caption_link: lineOrNone,
  image_caption: lineOrNone,
  text: orNull(rich),
  requirements: orNull(rich),
  remoteUrl: fc.oneof(url, fc.constantFrom('/a', '/a/b-c', 'mailto:ada@example.org')),
  email: fc.constantFrom('ada@example.org', 'x+y@example.org'),
  attendees: someOf('Ada', 'Bob'),
  contact_email: orNull(fc.constant('ada@example.org')),
  contact_name: lineOrNone,
  contact_phone: orNull(fc.constant('+49 30 1')),
  event_url: orNull(url),
  location: lineOrNone,
  recurrence: orNull(fc.constant('RRULE:FREQ=DAILY;COUNT=3')),
  sync_uid: orNull(fc.constant('sync@example.org')),
  open_end: flag,
  whole_day: flag,
  start: arbitraryTime,
  end: arbitraryTime,
  room: orNull(uid.map(one => [one])),
  session_audience: orNull(someOf('developers', 'devops')),
  session_level: orNull(someOf('general')),
  session_track: orNull(someOf('main', 'gone')),
  session_language: orNull(fc.constantFrom('en', 'de')),
  session_video: orNull(url),
  duration: orNull(name),
  talks: rowsOf(fc.record({ title: line, presenters: line })),
  total_seats: fc.nat(500),
  social_links: socialLinks,
  categories: someOf('speaker', 'keynote-speaker'),
  color,
  price: lineOrNone,
  allow_anonymous: flag,
  show_results: flag,
  shuffle_options: flag,
  legend: orNull(line),
  results_graph: fc.constantFrom('bar', 'pie', 'numbers'),
  options,
  tracks: settingRows,
  levels: settingRows,
  audience: settingRows,
  durations_keynote: durations,
  durations_talk: durations,
  durations_training: durations,
}

export function arbitraryBody(type: string): fc.Arbitrary<JsonObject> {
  const { body = {}, isVersioned } = typesOfPlone[type] ?? {}
  const own = Object.entries(body).map(
    ([key, usual]) => [key, arbitraryValue(type, key) ?? fc.constant(usual)] as const,
  )
  const versioned = isVersioned ? [['versioning_enabled', fc.boolean()] as const] : []
  const record = fc.record(Object.fromEntries([...own, ...versioned]) as Record<string, fc.Arbitrary<JsonValue>>)
  if (!Object.hasOwn(body, 'blocks')) return record
  return fc.tuple(record, blocks).map(([plain, all]) => ({ ...plain, ...keyed(all, 'block') }))
}

/** Fields whose values may be missing, because the object may have been created before its type had these fields. */
const sometimesNull: ReadonlySet<string> = new Set([
  ...[
    'description',
    'subjects',
    'rights',
    'creators',
    'contributors',
    'exclude_from_nav',
    'attendees',
    'open_end',
    'whole_day',
  ],
  ...['total_seats', 'social_links', 'categories', 'talks', 'tracks', 'durations_talk', 'slot_category', 'color'],
])

function arbitraryValue(type: string, key: string): fc.Arbitrary<JsonValue> | undefined {
  const own = ownValue(type, key)
  return own && sometimesNull.has(key) ? fc.option(own, { freq: 8 }) : own
}

function ownValue(type: string, key: string): fc.Arbitrary<JsonValue> | undefined {
  if (key === 'benefits') return type === 'SponsorsDB' ? benefitsOffered : benefitsOfLevel
  if (type === 'Presenter' && key === 'email') return orNull(values.email ?? fc.constant(null))
  return values[key]
}
