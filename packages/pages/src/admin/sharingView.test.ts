import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const entry = (type: string, value: boolean | string, id = 'ada') => ({ id, title: '', type, roles: { Editor: value } })
const caller = { id: 'max', fullname: 'Max', roles: ['Manager'] }

const pageOf = (answer: JsonObject, parts: object = {}) =>
  htmlOf(pageForTests({ view: 'sharing', path: '/a', caller, answer: { inherit: true, ...answer }, ...parts }))
const cellOf = async (value: boolean | string, id = 'ada') => {
  const available_roles = [{ id: 'Editor', title: 'Can edit' }]
  const html = await pageOf({ available_roles, entries: [entry('user', value, id)] })
  return /<td>(.*?)<\/td>/.exec(html)?.[1] ?? ''
}

describe('the page of local roles', () => {
  it.each([
    [true, ['name="was" value="user:ada:Editor"', 'name="grant" value="user:ada:Editor" checked']],
    [false, ['name="grant" value="user:ada:Editor" aria-label="Can edit: ada"']],
    ['global', ['site-wide', 'name="other" value="user:ada:Editor"']],
    ['acquired', ['inherited', 'name="other" value="user:ada:Editor"']],
  ])('shows the grant %s', async (value, parts) => {
    const cell = await cellOf(value)
    for (const part of parts) expect(cell).toContain(part)
    expect(cell.includes('type="checkbox"')).toBe(typeof value === 'boolean')
  })

  it("does not offer the caller's own roles", async () => {
    const cell = await cellOf(true, 'max')
    expect(cell).toContain('checked disabled')
    expect(cell).not.toContain('name="was"')
  })

  it('names the kind of each principal, and whether roles are inherited', async () => {
    const facts = async (type: string, inherit: boolean) => {
      const html = await pageOf({ available_roles: [], entries: [entry(type, true)], inherit })
      return [/<th scope="row">(.*?)<\/th>/.exec(html)?.[1], /name="inherit"( checked)?/.exec(html)?.[1]]
    }
    expect(await facts('user', true)).toEqual(['ada<small>User</small>', ' checked'])
    expect(await facts('group', false)).toEqual(['ada<small>Group</small>', undefined])
  })

  it('states that a search found nothing', async () => {
    const query = new Map([['search', '<zzz>']])
    const own = { ...entry('user', true), disabled: false }
    expect(await pageOf({ available_roles: [], entries: [own] }, { query })).toContain('matches &quot;&lt;zzz>&quot;')
    expect(await pageOf({ available_roles: [], entries: [own, entry('user', false, 'bob')] }, { query })).not.toContain(
      'role="status"',
    )
  })
})
