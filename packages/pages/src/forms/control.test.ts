import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const frame = { name: 'field.x', title: 'X', description: '', required: true }

const render = (control: object) => {
  const sections = [{ id: 'default', title: 'Default', description: '', controls: [{ ...frame, ...control }] }]
  const answer = { '@id': 'http://site.example/@@settings/site', name: 'site', title: 'Site', sections }
  const caller = { id: 'max', fullname: 'Max', roles: ['Manager'] }
  return htmlOf(pageForTests({ view: 'panel', answer, caller } as never))
}
const table = (...controls: readonly object[]) => ({ kind: 'rows', rows: [], blank: { key: '0', controls } })
const link = { ...frame, name: 'field.x.0.href', title: 'Address', kind: 'links', required: false }

describe('the controls of a form', () => {
  it('mark required values, but not checkboxes, which users may leave empty', async () => {
    expect(await render({ kind: 'line', value: '' })).toContain('(required)')
    expect(await render({ kind: 'boolean', value: false })).not.toContain('(required)')
  })

  it('contain one input for the link in a row, unless it contains several links', async () => {
    expect(await render(table({ ...link, value: '' }))).toMatch(/<input[^>]*name="field.x.0.href"/)
    const several = await render(table({ ...link, value: 'https://a.example\nhttps://b.example' }))
    expect(several).toMatch(/<textarea[^>]*name="field.x.0.href"/)
    expect(await render({ ...link, value: '' })).toMatch(/<textarea[^>]*name="field.x.0.href"/)
  })

  it('move the rows of a table up and down, but not beyond its ends', async () => {
    const rows = ['7', '8', '9'].map(key => ({ key, controls: [] }))
    const html = await render({ ...table(), rows })
    const moves = [...html.matchAll(/<button [^>]*value="((?:up|down) field\.x \d)"[^>]*>/g)].map(([button, move]) =>
      button.includes(' disabled') ? `${move} (disabled)` : move,
    )
    expect(moves).toEqual([
      'up field.x 7 (disabled)',
      'down field.x 7',
      'up field.x 8',
      'down field.x 8',
      'up field.x 9',
      'down field.x 9 (disabled)',
    ])
  })

  it('do not repeat the title of a table in its only column', async () => {
    const html = await render(table({ ...frame, name: 'field.x.0.description', kind: 'line', value: '' }))
    expect(html).toContain('<label for="c-field-x-0-description">Entry<span class="required">')
  })
})
