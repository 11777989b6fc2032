import { addPublished, createTestSite, testBase } from '@plenum/testkit'

describe('the published programme (docs/schedule.md, Feeds and files)', () => {
  it('has the present URLs of objects that its texts link to', async () => {
    const site = await createTestSite()
    await addPublished(site, '/', { '@type': 'Document', id: 'target', title: 'Target' })
    await addPublished(site, '/', { '@type': 'Schedule', id: 's', title: 'Schedule' })
    const text = { data: '<p><a href="/target#x">x</a></p>' }
    const [start, end] = ['2027-05-01T08:00:00Z', '2027-05-01T09:00:00Z']
    await addPublished(site, '/s', { '@type': 'Talk', id: 'talk', title: 'Talk', start, end, text })
    await site.run('editContent', '/target', { as: 'max', input: { body: { id: 'moved' }, representation: false } })
    const input = { day: null, room: null }
    const { slots } = await site.run('getProgramme', '/', { input })
    expect(slots.map(slot => slot.text)).toEqual([`<p><a href="${testBase}/moved#x">x</a></p>`])
  })
})
