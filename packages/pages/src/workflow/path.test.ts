import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const transition = (id: string, from: readonly string[], to: string) => ({
  ...{ id, title: `Do ${id}`, from, to, is_automatic: false, is_available: true },
  blockers: [],
})

const definition = (id: string, title: string) => ({
  ...{ id, title, initial_state: 'a', state: 'b' },
  states: ['a', 'b', 'c'].map(state => ({ id: state, title: `In ${state}` })),
  transitions: [transition('on', ['a', 'c'], 'b'), transition('back', ['b'], 'a'), transition('never', ['a'], 'c')],
})

const record = (action: string | null, variable: string, state: string, time: string) => ({
  ...{ action, actor: 'ada', comments: '', time: `2027-06-17T${time}:00+00:00` },
  [variable]: state,
})

const review = [
  record(null, 'review_state', 'a', '08:00'),
  record('on', 'review_state', 'b', '09:00'),
  record('back', 'review_state', 'a', '10:00'),
  record('on', 'review_state', 'b', '11:00'),
]

interface Shown {
  readonly at?: string
  readonly chain?: readonly JsonObject[]
  readonly items?: readonly JsonObject[]
}

const htmlAt = ({ at, chain, items = [definition('w', 'Review')] }: Shown = {}) =>
  htmlOf(
    pageForTests({
      view: 'workflow',
      path: '/a',
      address: 'http://site.example/a/@workflow',
      query: new Map(at === undefined ? [] : [['at', at]]),
      answer: {
        state: { id: 'b', title: 'In b' },
        transitions: [],
        history: review.map(one => ({ ...one, title: '' })),
        ...(chain ? { chain } : {}),
      },
      more: { definitions: { items } },
    }),
  )

const current = (html: string) =>
  [...html.matchAll(/<g class="state current">.*?<text[^>]*>(.*?)<\/text>/g)].map(([, title]) => title)
const taken = (html: string) =>
  [...html.matchAll(/<g class="move[a-z ]* taken"><text[^>]*>(.*?)<\/text><text[^>]*>(.*?)<\/text>(.*?)<\/g>/g)].map(
    ([, title, times, drawing = '']) => [title, times, drawing.split('<path class="walked"').length - 1],
  )
const notice = (html: string) => /<p class="notice">(.*?)<\/p>/.exec(html)?.[1]

describe('the path of an object (docs/pages.md, Content of pages, rule 7)', () => {
  it('is marked in the diagram of the present, with the last time of each transition and their number', async () => {
    const html = await htmlAt()
    expect(current(html)).toEqual(['In b'])
    expect(taken(html)).toEqual([
      ['Do on', '2 × Jun 17, 2027, 11:00', 1],
      ['Do back', 'Jun 17, 2027, 10:00', 1],
    ])
    expect(html).toContain('Do on: In a, In c → In b (2 × Jun 17, 2027, 11:00); ')
    expect(notice(html)).toBeUndefined()
  })

  it('ends at a past moment, at which no transition is offered', async () => {
    const html = await htmlAt({ at: '2027-06-17T09:30:00Z' })
    expect(current(html)).toEqual(['In b'])
    expect(taken(html)).toEqual([['Do on', 'Jun 17, 2027, 09:00', 1]])
    expect(html).not.toContain('name="transition"')
    expect(html).not.toContain('class="lead"')
    expect(notice(html)).toContain('until this moment: Jun 17, 2027, 09:30. <a href="http://site.example/a/@workflow">')
  })

  it.each([
    ['2027-06-17T10:00:00+00:00', 'In a'],
    ['2027-06-17T10:00:00 00:00', 'In a'],
    ['2027-06-17T11:59:59+02:00', 'In b'],
    ['2027-06-18', 'In b'],
  ])('at %s, the time of a record included, has the state %s', async (at, state) =>
    expect(current(await htmlAt({ at }))).toEqual([state]),
  )

  it('before the first record has no state', async () => {
    const html = await htmlAt({ at: '2027-06-17' })
    expect(current(html)).toEqual([])
    expect(html).toContain('The object had no state in this workflow at that moment.')
  })

  it.each(['', 'yesterday', '2027-06-17T09:30', '2027-13-45', '<b>'])('refuses the moment "%s"', async at => {
    const html = await htmlAt({ at })
    expect(notice(html)).toMatch(/is not a valid time\. Enter a date, or a time with its time zone/)
    expect(html).not.toContain('<b>')
    expect(current(html)).toEqual(['In b'])
  })

  it('of a workflow whose records the caller cannot read is not shown', async () => {
    const entry = (workflow_id: string, state_variable: string, history: readonly JsonObject[]) => ({
      ...{ workflow_id, state_variable, history },
      ...{ title: workflow_id, state: { id: 'b', title: 'In b' }, transitions: [] },
    })
    const chain = [entry('w', 'review_state', review), entry('legal', 'legal_state', [])]
    const items = [definition('w', 'Review'), definition('legal', 'Legal')]
    expect(current(await htmlAt({ chain, items }))).toEqual(['In b', 'In b'])
    const past = await htmlAt({ chain, items, at: '2027-06-17T10:00:00Z' })
    expect(current(past)).toEqual(['In a'])
    expect(past).toContain('You cannot read the records of this workflow')
  })
})

describe('the records on the page of a workflow', () => {
  const rows = (html: string) =>
    [...html.matchAll(/<tr><td><a href="([^"]*)">.*?<\/a><\/td>(.*?)<\/tr>/g)].map(([, link, cells = '']) => [
      link?.split('=')[1],
      [...cells.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell).slice(0, -2),
    ])

  it('lead to the diagrams at their moments, newest first', async () => {
    expect(rows(await htmlAt()).slice(0, 2)).toEqual([
      ['2027-06-17T11%3A00%3A00%2B00%3A00', ['In b']],
      ['2027-06-17T10%3A00%3A00%2B00%3A00', ['In a']],
    ])
  })

  it('of several workflows are one list with the workflow of each', async () => {
    const entry = { title: '', state: { id: 'b', title: 'In b' }, transitions: [] }
    const chain = [
      { ...entry, workflow_id: 'w', state_variable: 'review_state', history: review },
      {
        ...{ ...entry, workflow_id: 'legal', state_variable: 'legal_state' },
        history: [record(null, 'legal_state', 'c', '08:30')],
      },
    ]
    const items = [definition('w', 'Review'), definition('legal', 'Legal')]
    expect(rows(await htmlAt({ chain, items })).map(([, cells]) => cells)).toEqual([
      ['Review', 'In b'],
      ['Review', 'In a'],
      ['Review', 'In b'],
      ['Legal', 'In c'],
      ['Review', 'In a'],
    ])
  })
})
