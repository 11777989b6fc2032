import { iterationsUntil } from '@plenum/testkit'
import { cleanHtml } from './cleanHtml.js'
import { openHtmlCleaner } from './openHtmlCleaner.js'

const cleaner = openHtmlCleaner()
afterAll(() => cleaner.close())

const long = `<p onclick="x()">${'<b>a</b>'.repeat(100_000)}</p>`
const tooDeep = '<div>'.repeat(201)

describe('the thread for long HTML (docs/http-answers.md, Time slices)', () => {
  it('returns the same result as sanitizing in the main thread', async () => {
    const texts = ['<p>a<script>x</script></p>', tooDeep, long]
    expect(await cleaner.clean(texts)).toEqual(texts.map(cleanHtml))
  })

  it('does not block the event loop', async () => {
    expect(await iterationsUntil(cleaner.clean([long, long, long]))).toBeGreaterThan(100)
  })
})
