import type { ChangeEvent } from '../changeFeed/events.js'
import { matchesFilter, messageOf } from './messageOf.js'
import type { WebhookFilter } from './webhook.js'

const everything: WebhookFilter = { kinds: [], types: [], workflows: [], path: '/' }
const event: ChangeEvent = {
  position: 7,
  time: Date.UTC(2027, 0, 1),
  actor: 'ana',
  kind: 'transition',
  object: { uid: 'u1', path: '/news/one', type: 'Document', revision: 3 },
  transition: { workflow: 'w', transition: 'publish', from: 'private', to: 'published' },
  details: { note: 'internal' },
}
const settings: ChangeEvent = { position: 8, time: 0, actor: 'ana', kind: 'settings', object: null, details: { a: 1 } }
const moved: ChangeEvent = { ...event, kind: 'moved', oldPath: '/old/one' }
const matches = (filter: Partial<WebhookFilter>, one = event) => matchesFilter({ ...everything, ...filter }, one)

describe('a filter', () => {
  it.each<[string, Partial<WebhookFilter>, boolean]>([
    ['without conditions', {}, true],
    ['of the kind', { kinds: ['added', 'transition'] }, true],
    ['of other kinds', { kinds: ['added'] }, false],
    ['of the type', { types: ['Document'] }, true],
    ['of another type', { types: ['Event'] }, false],
    ['of the workflow', { workflows: ['w'] }, true],
    ['of another workflow', { workflows: ['v'] }, false],
    ['of the path', { path: '/news/one' }, true],
    ['of a container', { path: '/news' }, true],
    ['of a path with the same beginning', { path: '/new' }, false],
  ])('%s', (_kind, filter, isMatch) => expect(matches(filter)).toBe(isMatch))

  it('is satisfied by administrative events only if their kind is listed', () => {
    expect(matches({}, settings)).toBe(false)
    expect(matches({ kinds: ['settings'] }, settings)).toBe(true)
    expect(matches({ kinds: ['settings'], path: '/news' }, settings)).toBe(false)
    expect(matches({ kinds: ['settings'], types: ['Document'] }, settings)).toBe(false)
  })

  it('is satisfied by the old and the new path of a moved object', () => {
    expect(matches({ path: '/old' }, moved)).toBe(true)
    expect(matches({ path: '/news' }, moved)).toBe(true)
    expect(matches({ path: '/other' }, moved)).toBe(false)
  })
})

describe('a message', () => {
  it('contains the facts of the event, and neither its user nor its details', () => {
    expect(JSON.parse(messageOf(event))).toEqual({
      type: 'transition',
      timestamp: '2027-01-01T00:00:00+00:00',
      data: {
        position: 7,
        kind: 'transition',
        path: '/news/one',
        UID: 'u1',
        type: 'Document',
        workflow: 'w',
        transition: 'publish',
        from: 'private',
        to: 'published',
      },
    })
    expect(JSON.parse(messageOf(settings)).data).toEqual({
      position: 8,
      kind: 'settings',
      path: null,
      UID: null,
      type: null,
    })
    expect(JSON.parse(messageOf(moved)).data).toMatchObject({ old_path: '/old/one' })
  })
})
