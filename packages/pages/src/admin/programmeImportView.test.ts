import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const address = 'http://site.example/@@import-programme'

const preview = {
  title: 'Tides <2027>',
  timezone: 'Europe/Lisbon',
  sessions: 3,
  ...{ created: 7, updated: 1, unchanged: 0, retracted: 2 },
  unknown_types: ['panel'],
  missing: [{ '@id': 'http://site.example/schedule/old', title: 'Old' }],
  edited: [{ '@id': 'http://site.example/schedule/fog', title: 'Fog', fields: ['title', 'room'] }],
  differences: [
    { kind: 'moved', title: 'Fog', before: '2027-06-17T08:00:00+00:00', after: '2027-06-17T10:00:00+00:00' },
    { kind: 'room', title: 'Fog', before: 'Hall', after: null },
  ],
  digest: 'd1',
}
const values = { url: '', text: '\n{"a":"<b>"}', timezone: '', retract: true, replace: false }

const importPage = (answer: object) =>
  htmlOf(
    pageForTests({
      view: 'importProgramme',
      path: '/',
      address,
      formToken: 'token',
      answer: { '@id': address, is_available: true, examples: 0, ...answer },
    } as never),
  )

describe('the page that imports a programme', () => {
  it('shows the effect of the import, with times in the time zone of the file, escaped', async () => {
    const html = await importPage({ preview, values })
    expect(html).toContain('Tides &lt;2027>')
    expect(html).toContain('<td>Other time</td><td>Jun 17, 2027, 09:00</td><td>Jun 17, 2027, 11:00</td>')
    expect(html).toContain('<td>Other room</td><td>Hall</td>')
    expect(html).toContain('Sessions of these unknown types become talks: panel.')
    expect(html).toContain('<small>title, room</small>')
    expect(html).toContain('Import 3 sessions')
  })

  it('repeats the file and the choices in the form that imports it', async () => {
    const html = await importPage({ preview, values })
    expect(html).toContain('<textarea name="text" hidden>\n\n{&quot;a&quot;:&quot;&lt;b>&quot;}</textarea>')
    expect(html).toContain('name="retract" value="true"')
    expect(html).not.toContain('name="replace"')
    expect(html).toContain('name="digest" value="d1"')
  })

  it('shows the form with the entered values and announces the problems', async () => {
    const html = await importPage({ values: { ...values, url: 'https://a.example/' }, problems: ['No <file>.'] })
    expect(html).toMatch(/role="alert"[^>]*>.*No &lt;file>\./)
    expect(html).toContain('value="https://a.example/"')
  })

  it('offers to remove the demonstration, and states if imports are not available', async () => {
    expect(await importPage({ examples: 74 })).toContain('This site contains the demonstration (74 objects).')
    expect(await importPage({})).not.toContain('the demonstration')
    expect(await importPage({ is_available: false })).toContain('This site cannot import programmes in the browser.')
  })
})
