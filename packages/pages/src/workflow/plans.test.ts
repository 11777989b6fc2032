import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const plan: JsonObject = {
  ...{ id: 'p1', workflow: 'w', workflow_title: 'Review', transition: 'publish', title: 'Publish <1>' },
  ...{ at: '2027-06-17T08:00:00+00:00', planned_by: 'ana', comment: 'Later', can_cancel: true, refused: null },
}
const definition: JsonObject = {
  ...{ id: 'w', title: 'Review', initial_state: 'a', state: 'a', states: [{ id: 'a', title: 'A' }] },
  transitions: [
    { id: 'publish', title: 'Publish', from: ['a'], to: 'a', is_automatic: false, is_available: true, blockers: [] },
    blocked('submit', 'state'),
    blocked('secret', 'role'),
    { ...blocked('lapse', 'state'), is_automatic: true },
  ],
}

function blocked(id: string, code: string): JsonObject {
  const blockers = [{ code, message: 'No.', states: [], roles: [] }]
  return { id, title: id, from: [], to: 'a', is_automatic: false, is_available: false, blockers }
}

const htmlWith = (items: readonly JsonObject[], more: JsonObject = {}) =>
  htmlOf(
    pageForTests({
      view: 'workflow',
      path: '/a',
      answer: { state: { id: 'a', title: 'A' }, transitions: [], history: [] },
      more: { definitions: { items: [definition] }, plans: { paused: false, items, ...more } } as never,
    }),
  )

describe('the plans on the page of a workflow', () => {
  it('are listed with a button that cancels them', async () => {
    const html = await htmlWith([plan, { ...plan, id: 'p2', can_cancel: false, planned_by: null }])
    expect(html).toContain('<td>Publish &lt;1> (Review)</td><td>ana</td><td>Later</td>')
    expect(html).toContain('<td>The workflow</td>')
    expect([...html.matchAll(/name="plan" value="([^"]*)"/g)].map(([, id]) => id)).toEqual(['p1'])
    expect(html).toMatch(/<form method="post" action="[^"]*\/a\/@@do\/cancel"/)
    expect(html).not.toContain('paused')
  })

  it('show the reason of a refusal, and that the site is paused', async () => {
    const refused = { time: '2027-06-17T08:00:01+00:00', message: 'It needs the role Editor.' }
    const html = await htmlWith([{ ...plan, refused }], { paused: true })
    expect(html).toContain('<p>Refused: It needs the role Editor.</p>')
    expect(html).toContain('Planned transitions are paused on this site.')
  })

  it('are made with a form for the transitions that may become possible', async () => {
    const html = await htmlWith([])
    expect([...html.matchAll(/<option value="([^"]*)"/g)].map(([, id]) => id)).toEqual(['publish', 'submit'])
    expect(html).toMatch(/<form method="post" action="[^"]*\/a\/@@do\/plan"/)
    expect(html).toContain('type="datetime-local"')
    expect(html).toContain('<input type="hidden" name="zone" value="UTC"')
    expect(html).not.toContain('<h2>Planned transitions</h2>')
  })
})
