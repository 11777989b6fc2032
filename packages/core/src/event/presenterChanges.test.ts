import { changesFor, concernedPresenters } from './presenterChanges.js'
import type { ReleasedValues } from './releases.js'

const values = (more: Partial<ReleasedValues> = {}): ReleasedValues => ({
  ...{ title: 'Moss', start: 1, end: 2, room: ['hall'], session_track: null, presenters: ['ada', 'bo'], states: {} },
  ...more,
})

describe('the changes of a session for a presenter (docs/schedule.md, Emails to presenters)', () => {
  it.each<[string, ReleasedValues | null, ReleasedValues | null, readonly string[]]>([
    ['a new session', null, values(), ['new']],
    ['a withdrawn session', values(), null, ['withdrawn']],
    ['an added presenter', values({ presenters: ['bo'] }), values({ title: 'Fern' }), ['new']],
    ['a removed presenter', values(), values({ presenters: ['bo'] }), ['withdrawn']],
    ['another start', values(), values({ start: 0 }), ['moved']],
    ['another end', values(), values({ end: 5 }), ['moved']],
    ['another room', values(), values({ room: [] }), ['room']],
    ['another title', values(), values({ title: 'Fern' }), ['renamed']],
    ['another co-presenter', values(), values({ presenters: ['ada', 'cy'] }), ['persons']],
    [
      'everything',
      values(),
      values({ end: 3, room: null, title: '', presenters: ['ada'] }),
      ['moved', 'room', 'renamed', 'persons'],
    ],
    ['another order of presenters', values(), values({ presenters: ['bo', 'ada'] }), []],
    ['another track and state', values(), values({ session_track: ['a'], states: { s: 'late' } }), []],
    ['a session of others', values({ presenters: ['bo'] }), values({ presenters: null, title: 'Fern' }), []],
    ['no session', null, null, []],
  ])('%s', (_name, before, after, kinds) => expect(changesFor('ada', { before, after })).toEqual(kinds))

  it('concern presenters before and after the change, each once', () => {
    expect(concernedPresenters({ before: values(), after: values({ presenters: ['bo', 'cy'] }) })).toEqual([
      'ada',
      'bo',
      'cy',
    ])
    expect(concernedPresenters({ before: values(), after: values() })).toEqual([])
    expect(concernedPresenters({ before: null, after: values({ presenters: [] }) })).toEqual([])
  })
})
