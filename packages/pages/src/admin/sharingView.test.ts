import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const entry = (type: string, value: boolean | string) => ({ id: 'ada', title: '', type, roles: { Editor: value } })

describe('the page of local roles', () => {
  it.each([
    [true, '✓ yes'],
    [false, '– no'],
    ['global', 'Site-wide'],
    ['acquired', 'Inherited'],
  ])('shows the grant %s', async (value, words) => {
    const answer = {
      available_roles: [{ id: 'Editor', title: 'Edits' }],
      entries: [entry('user', value)],
      inherit: true,
    }
    const html = await htmlOf(pageForTests({ view: 'sharing', answer }))
    const [, cell = ''] = /<td>(.*?)<\/td>/.exec(html) ?? []
    expect(
      cell
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .toLowerCase(),
    ).toBe(words.toLowerCase())
  })

  it('names the kind of each principal, and whether roles are inherited', async () => {
    const pageOf = (type: string, inherit: boolean) =>
      htmlOf(pageForTests({ view: 'sharing', answer: { available_roles: [], entries: [entry(type, true)], inherit } }))
    const facts = async (type: string, inherit: boolean) => {
      const html = await pageOf(type, inherit)
      return [/<th scope="row">(.*?)<\/th>/.exec(html)?.[1], /<p class="lead">(.*?)<\/p>/.exec(html)?.[1]]
    }
    const [user, inherited] = await facts('user', true)
    const [group, own] = await facts('group', false)
    expect(user?.toLowerCase()).toBe('ada<small>user</small>')
    expect(group?.toLowerCase()).toBe('ada<small>group</small>')
    expect(inherited).not.toBe(own)
  })
})
