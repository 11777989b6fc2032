import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const htmlOfWorkflow = (answer: JsonObject, more: JsonObject = {}) =>
  htmlOf(pageForTests({ view: 'workflow', path: '/a', answer, more: more as never }))

const record = (title: string, time: string) => ({ title, time, actor: 'ada', comments: 'Now' })
const answer: JsonObject = {
  state: { id: 'private', title: 'Private' },
  transitions: [{ '@id': 'http://site.example/a/@workflow/publish', title: 'Publish' }],
  history: [record('Private', '2027-06-17T08:00:00+00:00'), record('Pending', '2027-06-18T08:00:00+00:00')],
}
const move = (id: string, from: readonly string[], to: string, is_available: boolean): JsonObject => ({
  ...{ id, title: `Do ${id}`, from, to, is_available },
  blockers: is_available ? [] : [{ code: 'role', roles: ['Editor'], message: 'It needs the role Editor.' }],
})
const workflow: JsonObject = {
  ...{
    id: 'w',
    title: 'Review',
    initial_state: 'a',
    state: 'b',
    states: ['a', 'b'].map(id => ({ id, title: `In ${id}` })),
  },
  transitions: [
    move('on', ['a'], 'b', false),
    move('back', ['b'], 'a', true),
    move('again', ['b'], 'b', true),
    move('lost', ['a'], 'gone', true),
  ],
}
const buttonsIn = (html: string) =>
  [...html.matchAll(/name="transition" value="([^"]*)"[^>]*>([^<]*)</g)].map(([, ...button]) => button)

describe('the page of a workflow', () => {
  it('offers the transitions of the payload if the definition is unknown', async () => {
    expect(buttonsIn(await htmlOfWorkflow(answer))).toEqual([['publish', 'Publish']])
  })

  it('offers to include everything below the object, except below a poll', async () => {
    const checkbox = '<input type="checkbox" name="include_children" value="true"/>'
    expect(await htmlOfWorkflow(answer)).toContain(checkbox)
    expect(await htmlOfWorkflow(answer, { poll: { total_votes: 0 } })).not.toContain(checkbox)
  })

  it('offers the available transitions of each definition', async () => {
    const html = await htmlOfWorkflow(answer, { definitions: { items: [workflow] } })
    expect(buttonsIn(html).map(([id]) => id)).toEqual(['back', 'again', 'lost'])
  })

  it('requires the values of a transition only for the button of this transition, and does not plan it', async () => {
    const late = { ...move('late', ['b'], 'b', true), requires: ['delay'] } as JsonObject
    const items = [{ ...workflow, transitions: [late, move('back', ['b'], 'a', true)] }]
    const html = await htmlOfWorkflow(answer, { definitions: { items }, plans: { items: [] } })
    expect(html).toMatch(/<input [^>]*name="field.delay"[^>]* required/)
    expect(html).toMatch(/<button [^>]*value="late"(?![^>]*formnovalidate)/)
    expect(html).toMatch(/<button [^>]*value="back"[^>]*formnovalidate/)
    expect(html).not.toContain('<option value="late"')
  })

  it('shows why a transition from the current state is blocked', async () => {
    const blocked = { ...workflow, transitions: [move('on', ['a'], 'b', false), move('up', ['b'], 'c', false)] }
    const html = await htmlOfWorkflow(answer, { definitions: { items: [blocked] } })
    expect(html).toContain(
      '<button type="button" class="quiet" disabled>Do up</button><span>It needs the role Editor.</span>',
    )
    expect(html).not.toContain('disabled>Do on')
  })

  it('lists the records, newest first, and names the state', async () => {
    const html = await htmlOfWorkflow(answer)
    expect([...html.matchAll(/<\/time><\/td><td>(.*?)<\/td>/g)].map(([, title]) => title)).toEqual([
      'Pending',
      'Private',
    ])
    expect(html).toContain('<p class="lead">State: Private</p>')
  })

  it('names the states of all workflows', async () => {
    const second = { ...workflow, id: 'legal', title: 'Legal' }
    const html = await htmlOfWorkflow(answer, { definitions: { items: [workflow, second] } })
    expect(html).toContain('<p class="lead">State: Private · Legal: In b</p>')
  })

  it('draws the current state, and each transition between known states as an arrow', async () => {
    const html = await htmlOfWorkflow(answer, { definitions: { items: [workflow] } })
    const [, current] = /<g class="state current">.*?<text[^>]*>(.*?)<\/text>/.exec(html) ?? []
    expect(current).toBe('In b')
    const moves = [...html.matchAll(/<g class="(move(?: open)?)"><text[^>]*>(.*?)<\/text>(.*?)<\/g>/g)]
    const tipOf = (drawing: string) => /l(-?)11 -6 v12 Z|r="8"/.exec(drawing)
    expect(moves.map(([, kind, title, drawing = '']) => [kind, title, tipOf(drawing)?.[0]])).toEqual([
      ['move', 'Do on', 'l-11 -6 v12 Z'],
      ['move open', 'Do back', 'l11 -6 v12 Z'],
      ['move open', 'Do again', 'r="8"'],
    ])
    expect(html).toContain('Do on: In a → In b; Do back: In b → In a')
  })

  it.each([
    ['x'.repeat(15), ['x'.repeat(15)]],
    ['x'.repeat(16), [`${'x'.repeat(14)}…`]],
    ['Submitted to legal', ['Submitted to', 'legal']],
    [`Sent to ${'x'.repeat(16)}`, ['Sent to', `${'x'.repeat(14)}…`]],
  ])('breaks the title "%s" of a state into lines that fit into its box', async (title, shown) => {
    const states = [{ id: 'a', title }]
    const html = await htmlOfWorkflow(answer, { definitions: { items: [{ ...workflow, states, transitions: [] }] } })
    const [, box = ''] = /<g class="state">(.*?)<\/g>/.exec(html) ?? []
    expect([...box.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, line]) => line)).toEqual(shown)
    expect(box).toContain(`<title>${title}</title>`)
  })
})

describe('a transition that deletes votes', () => {
  const more = (total_votes: number | null) => ({
    definitions: {
      items: [{ ...workflow, transitions: [move('reject', ['b'], 'a', true), move('back', ['b'], 'a', true)] }],
    },
    poll: { total_votes },
  })
  const linkIn = (html: string) => /<a class="button danger" href="([^"]*)"[^>]*>([^<]*)</.exec(html)?.slice(1)

  it.each([
    [15, 'Reject and delete 15 votes'],
    [1, 'Reject and delete 1 vote'],
    [null, 'Reject and delete all votes'],
  ])('names its effect and asks for a confirmation: %s votes', async (count, label) => {
    const html = await htmlOfWorkflow(answer, more(count))
    expect(linkIn(html)).toEqual([expect.stringContaining('?confirm=reject'), label])
    expect(html).toContain('<dialog class="confirmation" id="reject-dialog"')
    expect(buttonsIn(html).map(([id]) => id)).toEqual(['back', 'reject'])
  })

  it('is confirmed on the page without a script', async () => {
    const query = new Map([['confirm', 'reject']])
    const page = pageForTests({ view: 'workflow', path: '/a', answer, more: more(15), query })
    const html = await htmlOf(page)
    expect(html).toContain('<section class="confirmation"')
    expect(linkIn(html)).toBeUndefined()
    expect(html).toContain('value="reject" class="danger">Reject and delete 15 votes</button>')
  })
})
