import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const caller = { id: 'max', fullname: 'Max', roles: ['Manager'] }
const answer: JsonObject = { '@type': 'Room', type_title: 'Room', title: 'Hall' }
const added = { id: 'notice.add', text: 'The new object was added.' }
const saved = { id: 'notice.saved', text: 'Your changes were saved.' }

const noticeOn = async (path: string, notice: typeof added | null) => {
  const html = await htmlOf(pageForTests({ path, notice, answer, caller } as never))
  return /<p class="notice".*?<\/p>/s.exec(html)?.[0] ?? null
}

describe('the notice about a new object', () => {
  it.each([
    ['/venue/hall', '/venue/@@add?type=Room'],
    ['/hall', '/@@add?type=Room'],
  ])('links to the form for another object of the type: %s', async (path, form) => {
    expect(await noticeOn(path, added)).toContain(`<a href="http://site.example${form}">Add another: Room</a>`)
  })

  it('differs from other notices, which contain no link', async () => {
    expect(await noticeOn('/hall', saved)).not.toContain('<a')
    expect(await noticeOn('/hall', null)).toBeNull()
  })
})

describe('the note about an object that visitors cannot view', () => {
  it('is omitted from the form for a new object', async () => {
    const form = { '@type': 'Room', type_title: 'Room', title: 'Hall', revision: null, sections: [] }
    const more = { isHidden: true }
    const html = (view: string) =>
      htmlOf(pageForTests({ view, path: '/hall', answer: { form }, caller, more } as never))
    expect(await html('edit')).toContain('class="hidden-note"')
    expect(await html('add')).not.toContain('class="hidden-note"')
  })
})
