// `npm run pictures` takes the screenshots of the demonstration for README.md and docs/.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { findPorts, startService } from '../volto/service.mjs'
import { findChromium, logIn, openBrowser, openPage } from './browser.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'docs/pictures')
const login = { user: 'admin', password: 'Secret-password-1' }

const chromium = findChromium()
if (chromium === null) throw new Error('There is no Chromium. Debian has the package chromium; CHROMIUM names another.')

/** Votes as several visitors, so that the poll has results. */
async function castVotes(url) {
  for (const option_id of [0, 0, 1, 2, 0, 2, 1, 0, 2, 0, 2]) {
    const body = JSON.stringify({ option_id })
    await fetch(`${url}/sunday-outing/@vote`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
}

const [port] = await findPorts()
const service = await startService(root, { port, login, isEmpty: false })
const browser = await openBrowser(chromium)
try {
  const { url } = service
  mkdirSync(folder, { recursive: true })
  await castVotes(url)
  const { page } = await openPage(browser, url, { viewport: { width: 1200, height: 900 }, colorScheme: 'light' })
  await page.goto(`${url}/@schedule#day-2027-06-18`)
  const clip = { x: 0, y: 0, width: 1200, height: 1100 }
  await page.screenshot({ path: path.join(folder, 'schedule.png'), fullPage: true, clip })
  await page.setViewportSize({ width: 800, height: 860 })
  await page.goto(`${url}/sunday-outing`)
  await page.screenshot({ path: path.join(folder, 'poll.png'), fullPage: true })
  await page.setViewportSize({ width: 1200, height: 900 })
  await logIn(page, url, login)
  await page.goto(`${url}/@@desk?day=2027-06-18`)
  await page.screenshot({ path: path.join(folder, 'desk.png'), fullPage: true, clip })
  const search = await fetch(`${url}/@search?portal_type=Talk&sort_on=start&b_size=1`)
  const { items } = await search.json()
  await page.goto(`${items[0]['@id']}/@@edit`)
  await page.screenshot({ path: path.join(folder, 'form.png') })
} finally {
  await browser.close()
  await service.stop()
}
