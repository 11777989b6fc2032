import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const slot = (title: string, start: string, end: string | null) => ({
  ...{ '@id': 'http://site.example/schedule/a', '@type': 'Talk', UID: '1', title },
  ...{ start: `2027-05-01T${start}:00+00:00`, end: end && `2027-05-01T${end}:00+00:00` },
})

const conflict = {
  kind: 'room',
  start: '2027-05-01T09:00:00+00:00',
  end: '2027-05-02T10:30:00+00:00',
  room: { '@id': 'http://site.example/venue/hall', '@type': 'Room', UID: '2', title: 'Hall <1>' },
  person: null,
  slots: [slot('Moss', '09:00', '10:00'), slot('Fern', '09:30', null)],
  hidden_slots: 2,
}

const htmlOfConflicts = (items: readonly object[], items_total: number) =>
  htmlOf(
    pageForTests({
      view: 'conflicts',
      answer: { '@id': 'http://site.example/@schedule-conflicts', items, items_total } as never,
    }),
  )

describe('the page of conflicts', () => {
  it('names the room and the slots with their times, and counts what is hidden', async () => {
    const html = await htmlOfConflicts([conflict], 4)
    expect(html).toContain(
      'Two sessions in one room at the same time: <a href="http://site.example/venue/hall">Hall &lt;1></a>',
    )
    expect(html).toContain('<a href="http://site.example/schedule/a">Moss</a> <small>May 1, 2027, 09:00–10:00</small>')
    expect(html).toContain('<small>May 1, 2027, 09:30</small>')
    expect(html).toContain('May 1, 2027, 09:00–May 2, 2027, 10:30')
    expect(html).toContain('Sessions that you may not view: 2')
    expect(html).toContain('Conflicts of sessions that you may not view: 3')
  })

  it('states that there are no conflicts', async () => {
    expect(await htmlOfConflicts([], 0)).toContain('The schedule has no conflicts.')
  })
})
