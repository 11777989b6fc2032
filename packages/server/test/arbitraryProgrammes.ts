import type { PublishedProgramme, PublishedSlot } from '@plenum/core'
import fc from 'fast-check'

const minute = 60_000

const uid = fc.stringMatching(/^[0-9a-f]{32}$/)
const zones = ['UTC', 'Europe/Lisbon', 'America/St_Johns', 'Asia/Kolkata']
const colors = ['#2b6cb0', '#ABC', 'red', '', null, '#12345g']
const types = ['Keynote', 'Talk', 'Training', 'LightningTalks', 'Break', 'Meeting', 'Slot', 'OpenSpace', 'Concert']
const addresses = [
  ...[
    'https://example.org/a b?q=ä|[]#x#y',
    'http://user:pw@[::1]:8080/%zz',
    'mailto:a@example.org',
    'javascript:x',
    '',
  ],
  ...['/relative', 'https://ex{ample.org', 'HTTPS://EXAMPLE.org', 'ftp://example.org/', 'https://bücher.example/`"<>^'],
]
const shortNames = ['1', '12', '012', '999999999', 'a', '_', 'A.B', 'talk', 'talk-', '-x', 'x'.repeat(300)]

interface Values {
  readonly text: fc.Arbitrary<string>
  readonly title: fc.Arbitrary<string>
  readonly start: fc.Arbitrary<number>
  /** The start or end of the event. */
  readonly bound: fc.Arbitrary<number | null>
  readonly length: fc.Arbitrary<number>
  readonly zone: fc.Arbitrary<string>
}

const inFiveDays = fc.integer({ min: Date.UTC(2027, 0, 1), max: Date.UTC(2027, 0, 5) })
const rareStarts = ['1890-06-01T01:02:03Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:00Z', '1969-12-31T23:59:59Z']
const upToTenHours = fc.integer({ min: 0, max: 600 * minute })
const rareTexts = ['', ' ', 'a\u0000\u0008\ufffe\ud800b', '__proto__', '12', '<b>&amp;"\'</b>', 'x'.repeat(2000)]
const anyText = fc.oneof(fc.constantFrom(...rareTexts), fc.string({ unit: 'binary', maxLength: 20 }))

const anyStart = fc.oneof(inFiveDays, fc.constantFrom(...rareStarts.map(text => Date.parse(text))))

const anyValues: Values = {
  text: anyText,
  title: anyText,
  start: anyStart,
  bound: fc.option(anyStart),
  length: fc.oneof(upToTenHours, fc.constantFrom(...[0, 99, 100, 3000].map(hours => hours * 60 * minute))),
  zone: fc.constantFrom(...zones, 'Etc/GMT+5', 'US/Pacific', 'EST5EDT'),
}

const words = fc.stringMatching(/^[a-zéß海<>&"']{1,8}( [a-z0-9]{1,5}){0,3}$/)

const importableValues: Values = {
  text: fc.oneof(fc.constant(''), words),
  title: words,
  start: inFiveDays,
  bound: fc.constant(null),
  length: upToTenHours.map(length => Math.floor(length / minute) * minute),
  zone: fc.constantFrom(...zones),
}

/** Generates schedules that may contain values that the schemas of schedule files reject. */
export const anyProgramme = programmeOf(anyValues)

export const importableProgramme = programmeOf(importableValues)

function programmeOf({ text, title, start, bound, length, zone }: Values): fc.Arbitrary<PublishedProgramme> {
  const address = fc.oneof(fc.constantFrom(...addresses), fc.webUrl({ withFragments: true, withQueryParameters: true }))
  const links = fc.array(fc.record({ title: text, url: address }), { maxLength: 3 })
  const person = fc.record({
    ...{ uid, id: fc.integer({ min: 1, max: 2_147_483_647 }), url: fc.webUrl(), name: title },
    ...{ biography: fc.option(text), links },
  })
  const parts = fc.record({
    rooms: fc.uniqueArray(fc.record({ uid, title }), { selector: room => room.title, maxLength: 4 }),
    tracks: fc.array(fc.record({ title, color: fc.constantFrom(...colors) }), { maxLength: 4 }),
    persons: fc.uniqueArray(person, { selector: ({ id }) => id, maxLength: 4 }),
  })
  return parts
    .chain(({ rooms, tracks, persons }) => {
      const slot = fc.record({
        ...{
          uid,
          url: fc.webUrl(),
          revision: fc.nat(),
          created: start,
          modified: fc.nat(),
          type: fc.constantFrom(...types),
        },
        ...{ title, description: text, text: fc.option(text), start, length, rooms: fc.subarray([...rooms]) },
        track: fc.option(fc.constantFrom('gone', ...tracks.map(track => track.title))),
        language: fc.constantFrom(null, 'en', 'pt-br', 'x', 'deu'),
        ...{
          persons: fc.subarray([...persons]),
          video: fc.option(address),
          links,
          state: fc.constantFrom(null, 'planned', 'late', 'cancelled', 'finished' as const),
          attachments: links,
        },
        shortName: fc.oneof(fc.constantFrom(...shortNames), fc.stringMatching(/^[a-z0-9._-]{1,12}$/)),
      })
      const slots = fc.uniqueArray(slot, { selector: ({ uid }) => uid, maxLength: 12 })
      return fc.record({
        ...{ uid, title, description: text, url: fc.webUrl(), timezone: zone, slots, now: inFiveDays },
        ...{ start: bound, end: bound, language: fc.constantFrom('en', 'pt-BR', 'gsw') },
        ...{ rooms: fc.constant(rooms), tracks: fc.constant(tracks) },
      })
    })
    .map(({ slots, ...programme }) => ({
      ...programme,
      slots: slots
        .map(({ length, shortName: _, ...slot }): PublishedSlot => ({ ...slot, end: slot.start + length }))
        .toSorted((a, b) => a.start - b.start),
      sessions: slots.map(({ uid, shortName }, i) => ({ uid, shortName, number: i + 1 })),
      cancelled: [],
    }))
}
