import { asOwner } from '@plenum/core'
import { createApp } from '@plenum/express-adapter'
import { openHtmlCleaner } from '@plenum/platform'
import { addPublished, createTestSite, httpClient } from '@plenum/testkit'

const cleaner = openHtmlCleaner()
afterAll(() => cleaner.close())

const long = `<p onclick="x()">${'<b>a</b>'.repeat(100_000)}</p>`
const tooDeep = '<div>'.repeat(201)

describe('long HTML over HTTP', () => {
  it.each([
    ['a field', (html: string) => ({ text: html })],
    ['a rich text', (html: string) => ({ text: { data: html, 'content-type': 'text/html' } })],
    ['a block', (html: string) => ({ blocks: { a: { blocks: [{ '@type': 'html', html }] } } })],
    ['many short blocks', () => ({ blocks: manyBlocks })],
    ['a short block sent many times', () => ({ blocks: sameBlocks })],
  ])('of %s is sanitized only in the worker thread, even on creation', async (_, valuesWith) => {
    const { http, clean } = await start()
    await http.send('patch', '/page', 'max').send(valuesWith(long)).expect(204)
    const added = await http.post('/', { '@type': 'Document', title: 'B', ...valuesWith(long) }).expect(201)
    // If the attribute is missing, the sanitizer in the other thread has been used, because the sanitizer of this test
    // site does not remove attributes.
    for (const { body } of [await http.get('/page'), added]) {
      expect(JSON.stringify(body)).not.toContain('onclick')
      expect(JSON.stringify(body)).toContain('<b>a</b>')
    }
    expect(clean).toHaveBeenCalledTimes(2)
  })

  it('that is invalid is refused with its error, and nothing is written', async () => {
    const { http } = await start()
    const body = { title: 'New', text: tooDeep + 'x'.repeat(100_000) }
    const answer = await http.send('patch', '/page', 'max').send(body).expect(400)
    expect(answer.body.errors).toEqual([{ field: 'text', message: expect.stringContaining('200') }])
    expect((await http.get('/page')).body.title).toBe('Page')
  })

  it('is not sanitized for callers without permission', async () => {
    const { http, clean } = await start()
    await http.send('patch', '/page').send({ text: long }).expect(401)
    await http.send('patch', '/page').expect(401)
    expect(clean).not.toHaveBeenCalled()
  })
})

const manyBlocks = Object.fromEntries(
  Array.from({ length: 1000 }, (_, i) => [i, { '@type': 'html', html: `<p onclick="x()">${i} <b>a</b></p>` }]),
)

const sameBlocks = Object.fromEntries(Object.keys(manyBlocks).map(id => [id, manyBlocks[0]]))

async function start() {
  const clean = jest.fn(cleaner.clean)
  const test = await createTestSite({ cleanLongHtml: clean })
  // The rich text behavior must be added, because by default, pages contain only blocks.
  const behaviors = (await asOwner(test.site, 'listTypes')).find(({ id }) => id === 'Document')?.behaviors ?? []
  await asOwner(test.site, 'setTypeBehaviors', { type: 'Document', behaviors: [...behaviors, 'plone.richtext'] })
  await addPublished(test, '/', { '@type': 'Document', id: 'page', title: 'Page' })
  return { clean, http: httpClient(createApp(test.site)) }
}
