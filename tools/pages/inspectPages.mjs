import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ask, logIn, openPage } from './browser.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const visited = {
  front: '/',
  schedule: '/@schedule',
  programme: '/schedule',
  session: '/schedule/the-gulls-won',
  presenter: '/speakers/luz-atalaya',
  speakers: '/speakers',
  talks: '/talks',
  sponsors: '/sponsors',
  level: '/sponsors/gold',
  sponsor: '/sponsors/gold/gannet-and-guillemot',
  table: '/@sponsors',
  poll: '/sunday-outing',
  results: '/sunday-outing/@poll',
  news: '/programme-is-out',
  venue: '/venue',
  link: '/tide-table',
  search: '/@search?SearchableText=gulls',
  room: '/venue/lantern-room',
  track: '/@schedule?track=machines-and-software',
  now: '/@@now',
  releases: '/@schedule-releases',
  differences: '/@schedule-releases/1/@diff/2',
  login: '/login',
  forgot: '/login?forgot',
  reset: `/passwordreset/${'0'.repeat(64)}?userid=admin`,
  refused: '/organizers-notes',
  missing: '/there-is-nothing',
}
const forEditors = {
  object: '/schedule/the-gulls-won',
  workflow: '/schedule/the-gulls-won/@workflow',
  pollWorkflow: '/sunday-outing/@workflow',
  history: '/schedule/the-gulls-won/@history?one=0&two=current',
  sharing: '/schedule/@sharing',
  desk: '/@@desk?day=2027-06-18',
  cache: '/@sharedmemoize',
  rejection: '/sunday-outing/@workflow?confirm=reject',
  private: '/organizers-notes',
  conflicts: '/@schedule-conflicts',
  worklists: '/@worklists',
  audit: '/@audit',
  outbox: '/@outbox',
  webhooks: '/@webhooks',
  add: '/schedule/@@add?type=Talk',
  edit: '/schedule/the-gulls-won/@@edit',
  editPage: '/@@edit',
  delete: '/schedule/the-gulls-won/@@delete',
  users: '/@@users',
  user: '/@@users/admin',
  invite: '/@@invite',
  groups: '/@@groups',
  group: '/@@groups/Reviewers?search=a',
  newGroup: '/@@add-group',
  settings: '/@@settings',
  panel: '/@@settings/site',
  languages: '/@@settings/language',
  nextSteps: '/@@setup',
  importProgramme: '/@@import-programme',
  look: '/@@settings/appearance',
}

/** The combinations of screen width and color scheme in which every page is inspected. */
const screens = [1400, 390].flatMap(width => ['light', 'dark'].map(colorScheme => ({ width, colorScheme })))

const appearance = { accent_color: '#ffd400', imprint_url: '/venue', contact_url: 'mailto:team@example.org' }

/**
 * Changes the appearance of the site, and adds objects that some pages require (two releases, and a webhook with a
 * message). Returns the paths of additional pages.
 */
async function prepare(url, login) {
  await ask(url, login, 'PATCH', '/@controlpanels/appearance', appearance)
  for (const name of ['First', 'Second']) {
    await ask(url, login, 'POST', '/@schedule-releases', { name })
    await ask(url, login, 'PATCH', '/schedule/the-gulls-won', { title: `The gulls won (${name})` })
  }
  const webhook = { address: 'https://hook.example/a', title: 'Chat', kinds: ['added'] }
  const { id } = await ask(url, login, 'POST', '/@webhooks', webhook)
  await ask(url, login, 'POST', `/@webhooks/${id}/ping`, {})
  return { deliveries: `/@webhooks/${id}/deliveries` }
}

const newSession = {
  ...{ guid: 'f'.repeat(32), id: 1, title: 'Fog', room: 'Hall', type: 'talk' },
  ...{ date: '2027-06-17T09:00:00+01:00', duration: '00:45', persons: [] },
}
const newProgramme = {
  ...{ title: 'Tides', start: '2027-06-17', end: '2027-06-18', time_zone_name: 'Europe/Lisbon' },
  days: [{ date: '2027-06-17', rooms: { Hall: [newSession] } }],
}

/** The pages that are responses to forms: a refused form, a refused programme, and the effect of an import. */
const responses = {
  async refusedForm(page, url) {
    await page.goto(`${url}/schedule/@@add?type=Talk`)
    await page.getByRole('button', { name: 'Save' }).last().click()
    await page.getByRole('alert').waitFor()
  },
  async refusedProgramme(page, url) {
    await checkText(page, url, '{')
    await page.getByRole('alert').waitFor()
  },
  async importEffect(page, url) {
    await checkText(page, url, JSON.stringify({ schedule: { conference: newProgramme } }))
    await page.getByText('Fog').first().waitFor()
  },
}

async function checkText(page, url, text) {
  await page.goto(`${url}/@@import-programme`)
  await page.locator('#import-text').fill(text)
  await page.getByRole('button', { name: 'Check the file' }).click()
}

/**
 * Saves screenshots of all pages in `folder`. Returns the axe findings, the requests to other hosts, and the pages that
 * are too wide.
 */
export async function inspectPages(browser, { url, login, folder }) {
  mkdirSync(folder, { recursive: true })
  const further = await prepare(url, login)
  const { context, page, faults } = await openPage(browser, url, { reducedMotion: 'reduce' })
  const failures = []
  const inspect = async addresses => {
    for (const [name, address] of Object.entries(addresses)) {
      await page.goto(`${url}${address}`)
      failures.push(
        ...(await findingsOf(page, path.join(folder, name))),
        ...faults.splice(0).map(fault => `${name}: ${fault}`),
      )
    }
  }
  await inspect(visited)
  await logIn(page, url, login)
  await inspect({ ...forEditors, ...further })
  for (const [name, send] of Object.entries(responses)) {
    await send(page, url)
    failures.push(...(await findingsOf(page, path.join(folder, name))))
  }
  await context.close()
  return failures
}

/**
 * Inspects a page in all combinations of screen width and color scheme without reloading it. The names of its
 * screenshots consist of `file` and the combination.
 */
async function findingsOf(page, file) {
  const hasRichText = (await page.locator('[data-rich-text]').count()) > 0
  if (hasRichText) await page.locator('.rich-switch').first().waitFor({ state: 'attached' })
  await page.evaluate(axe)
  const findings = []
  for (const { width, colorScheme } of screens) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${file}-${width}-${colorScheme}.png`, fullPage: true })
    const problems = await violations(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (wide > 0) problems.push(`is ${wide} pixels wider than the screen`)
    findings.push(...problems.map(problem => `${path.basename(file)} at ${width} ${colorScheme}: ${problem}`))
  }
  return findings
}

/**
 * Returns the axe findings, each with the first affected element. Runs axe through the debugger, because the content
 * security policy blocks scripts in the page.
 */
async function violations(page) {
  const result = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }))
  return result.violations.map(({ id, help, nodes }) => `${id}, ${help}: ${nodes[0]?.html}`)
}

/** Returns the total size, in bytes, of the Plenum styles and scripts on the front page. */
export async function sizeOfAssets(url) {
  const html = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text()
  const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"|<script type="module" src="([^"]+)"/g)]
  const files = links.map(([, style, script]) => new URL(style ?? script, url))
  const sizes = await Promise.all(files.map(async file => (await (await fetch(file)).arrayBuffer()).byteLength))
  if (sizes.length !== 2) throw new Error(`The front page links ${sizes.length} files, not a style and a script.`)
  return sizes.reduce((sum, size) => sum + size, 0)
}
