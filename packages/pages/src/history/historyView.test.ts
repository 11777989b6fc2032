import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const entry = (more: JsonObject): JsonObject => ({
  actor: { id: 'ada', fullname: null, username: null },
  comments: '',
  time: '2027-06-17T08:00:00+00:00',
  transition_title: 'Edited',
  ...more,
})
const version = (number: number, may_revert: boolean) =>
  entry({ type: 'versioning', action: 'Edited', version: number, may_revert, state_title: 'Published' })

const htmlOfHistory = (items: readonly JsonObject[], more: JsonObject = {}) =>
  htmlOf(
    pageForTests({
      ...{ view: 'history', path: '/a', address: 'http://site.example/a/@history' },
      ...{ answer: { items }, more: more as never },
    }),
  )

describe('the page of a history', () => {
  it.each([
    [0, false, { before: undefined, isReverted: false }],
    [1, false, { before: '0', isReverted: false }],
    [2, true, { before: '1', isReverted: true }],
  ])('offers comparisons and a revert for version %s: %s', async (number, mayRevert, offered) => {
    const html = await htmlOfHistory([version(number, mayRevert)])
    expect(html).toContain(`@history?one=${number}&amp;two=current`)
    expect({
      before: new RegExp(`one=(\\d+)&amp;two=${number}"`).exec(html)?.[1],
      isReverted: html.includes(`name="version" value="${number}"`),
    }).toEqual(offered)
  })

  it('names the new state of a transition and the actor', async () => {
    const transition = entry({
      type: 'workflow',
      transition_title: 'Publish',
      state_title: 'Published',
      comments: 'Now',
    })
    const html = await htmlOfHistory([{ ...transition, actor: { id: 'ada', fullname: 'Ada L.' } }, version(0, false)])
    expect(html.match(/<span class="chip">/g)).toHaveLength(1)
    expect(html).toContain('<h2>Publish<span class="chip">Published</span></h2><p>Now</p>')
    expect([...html.matchAll(/<\/time><span>(.*?)<\/span>/g)].map(([, name]) => name)).toEqual(['Ada L.', 'ada'])
  })

  it('shows removed, added and unchanged parts of each field', async () => {
    const pieces = [
      { kind: 'removed', text: 'Low' },
      { kind: 'added', text: 'High' },
      { kind: 'same', text: ' tide' },
    ]
    const diff = { one: '0', two: 'current', fields: [{ name: 'title', title: 'Title', pieces }] }
    expect(await htmlOfHistory([], { diff })).toContain('<del>Low</del><ins>High</ins> tide')
  })
})
