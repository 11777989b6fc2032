// Steps of an editor in Volto that the test kit (see `volto.mjs`) does not contain: every standard block, changes to
// objects to which blocks refer, roles of groups, redirects from a CSV file, portraits, and registration.
import path from 'node:path'
import { ask } from '../pages/browser.mjs'

const wait = 20_000
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
  'base64',
)
const image = { 'content-type': 'image/png', encoding: 'base64', data: png.toString('base64'), filename: 'logo.png' }
const stamp = Date.now().toString(36)

/**
 * Runs all steps and returns a sentence for each failure. `volto` and `url` are the URLs of Volto and of the service.
 * Saves a screenshot of each step in `folder`.
 */
export async function checkEditing(browser, { volto, url, login, folder, say }) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, locale: 'en-US' })
  const page = await context.newPage()
  page.setDefaultTimeout(wait)
  const steps = { logIn, addBlocks, changeTargets, assignRoles, uploadRedirects, setPortrait, register }
  const failures = []
  const state = { page, volto, login, request: (...args) => ask(url, login, ...args) }
  for (const [name, step] of Object.entries(steps)) {
    const error = await step(state).then(
      () => null,
      ({ message }) => message.split('\n').slice(0, 2).join(' '),
    )
    await page.screenshot({ path: path.join(folder, `editing-${name}.png`) })
    say(`${error ? 'FAILED' : 'ok    '} ${name} ${error ?? ''}`)
    if (error) failures.push(`${name}: ${error}`)
  }
  await context.close()
  return failures
}

function requireThat(isTrue, problem) {
  if (!isTrue) throw new Error(problem)
}

async function open({ page, volto }, at) {
  const response = await page.goto(volto + at, { waitUntil: 'load' })
  requireThat(response.ok(), `${at} answered ${response.status()}`)
  await page.waitForLoadState('networkidle')
}

async function logIn(state) {
  const { page, login } = state
  await open(state, '/login')
  await page.locator('#login').fill(login.user)
  await page.locator('#password').fill(login.password)
  await page.locator('#login-form-submit').click()
  await page.locator('#toolbar-add').waitFor()
}

async function addBlock({ page }, type) {
  await page.locator('.content-area .slate-editor [contenteditable="true"]').first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.locator('.content-area .block-add-button').first().click()
  const chooser = page.locator('.blocks-chooser')
  await chooser.waitFor()
  const button = chooser.locator(`button.${type}`).first()
  for (const group of ['Text', 'Media', 'Common'])
    if (!(await button.isVisible())) await chooser.locator('.accordion .title', { hasText: group }).click()
  await button.click()
  const editor = page.locator(`.content-area .block-editor-${type}`).last()
  await editor.waitFor()
  return editor
}

const fill = {
  description: async editor => {
    await editor.locator('[contenteditable="true"]').click()
    await editor.page().keyboard.type('A described page', { delay: 10 })
  },
  image: async editor => {
    await editor
      .locator('input[type="file"]')
      .setInputFiles({ name: 'uploaded.png', mimeType: 'image/png', buffer: png })
    await editor.locator('img[src*="@@images"]').first().waitFor()
  },
  video: async editor => {
    await editor.locator('input').fill('https://www.youtube.com/watch?v=abcdefghijk')
    await editor.locator('button.primary').click()
  },
  maps: async editor => {
    await editor.locator('input').fill('<iframe src="https://www.google.com/maps/embed?pb=1"></iframe>')
    await editor.locator('button.primary').click()
  },
  html: async editor => {
    await editor.locator('textarea').fill('<p class="own">Own markup</p>')
  },
  gridBlock: async editor => editor.getByText('2 columns').click(),
  teaser: async editor => chooseTarget(editor.page(), 'Target'),
}

/** Selects an object in the site root with the object browser of the selected block. */
async function chooseTarget(page, title) {
  await page.locator('.objectbrowser-field[aria-labelledby$="-href"] button.action').click()
  const browser = page.locator('.object-browser')
  const home = browser.locator('[aria-label="Home"]').first()
  if (await home.isVisible()) await home.click()
  await browser.locator(`li[aria-label$="${title}"]`).first().dblclick()
  await page.locator('.block-editor-teaser', { hasText: title }).waitFor()
  // Toggling the checkbox twice makes Volto store its value. Without this value, the teaser would keep its stored
  // texts.
  const custom = page.locator('.field-wrapper-overwrite .checkbox')
  await custom.click()
  await custom.click()
}

const types = [
  'description',
  'image',
  'video',
  'toc',
  'maps',
  'html',
  'listing',
  'search',
  'slateTable',
  'gridBlock',
  'teaser',
]

const shown = {
  description: '.documentDescription, #page-document :text("A described page")',
  slate: 'p:text("A paragraph of text")',
  image: '.block.image img[src*="@@images"]',
  video: '.block.video',
  toc: '.table-of-contents, .block.toc, .block.table-of-contents',
  maps: '.block.maps iframe',
  html: 'p.own',
  listing: '.block.listing',
  search: '.block.search',
  slateTable: '.block.table table, table',
  gridBlock: '.block.gridBlock, .grid-block, .block.grid',
  teaser: '.block.teaser h2:text("Target")',
}

async function addBlocks(state) {
  const { page, request } = state
  await request('POST', '/', { '@type': 'Image', id: 'logo', title: 'Logo', image })
  await request('POST', '/', { '@type': 'Document', id: 'target', title: 'Target', description: 'Described' })
  await request('POST', '/target/@workflow/publish', {})
  await open(state, '/add?type=Document')
  await page.locator('.block.inner.title [contenteditable="true"]').click()
  await page.keyboard.type(`Blocks ${stamp}`, { delay: 10 })
  await page.locator('.content-area .slate-editor [contenteditable="true"]').first().click()
  await page.keyboard.type('A paragraph of text', { delay: 10 })
  for (const type of types) {
    const editor = await addBlock(state, type)
    await fill[type]?.(editor)
  }
  await page.locator('#toolbar-save').click()
  await page.waitForURL(`**/blocks-${stamp}`)
  await request('POST', `/blocks-${stamp}/@workflow/publish`, {})
  await requireShown(state)
}

/** Checks that Volto's server renders every block, and that the browser then hydrates the page. */
async function requireShown(state) {
  await open(state, `/blocks-${stamp}`)
  for (const [type, selector] of Object.entries(shown)) {
    const count = await state.page.locator('#page-document').locator(selector).count()
    requireThat(count > 0, `the block ${type} is not shown`)
  }
}

const isLoaded = img => img.complete && img.naturalWidth > 0

/** Replaces images, and renames and hides link targets. The blocks must display the current state of their targets. */
async function changeTargets(state) {
  const { page, request } = state
  await request('PATCH', '/uploaded.png', { image: { ...image, filename: 'replaced.png' } })
  await request('PATCH', '/target', { id: 'moved', title: 'Target renamed' })
  await open(state, `/blocks-${stamp}`)
  const picture = page.locator('#page-document .block.image img').first()
  requireThat(await picture.evaluate(isLoaded), 'the replaced picture is broken')
  const teaser = page.locator('#page-document .block.teaser')
  requireThat((await teaser.innerText()).includes('Target renamed'), 'the teaser has the old title')
  const link = await teaser.locator('a').first().getAttribute('href')
  requireThat(link.endsWith('/moved'), `the teaser leads to ${link}`)
  await request('POST', '/moved/@workflow/retract', {})
  const visitor = await (await fetch(`${state.volto}/blocks-${stamp}`)).text()
  requireThat(!visitor.includes('Target renamed'), 'visitors see the title of the hidden target')
}

async function assignRoles(state) {
  const { page, request } = state
  await open(state, '/controlpanel/groups')
  const box = page.locator('input[value="Reviewers.Editor"]')
  await box.waitFor({ state: 'attached' })
  requireThat(!(await box.isChecked()), 'Reviewers are editors already')
  await page.locator('.checkbox:has(input[value="Reviewers.Editor"])').click()
  const saved = page.waitForResponse(r => r.request().method() === 'PATCH' && r.url().endsWith('/@groups/Reviewers'))
  await page.locator('#toolbar-save').click()
  const status = (await saved).status()
  requireThat(status === 204, `saving a group answered ${status}`)
  const { roles } = await request('GET', '/@groups/Reviewers')
  requireThat(roles.includes('Editor'), 'the role is not stored')
}

async function uploadRedirects(state) {
  const { page } = state
  await open(state, '/controlpanel/aliases')
  await page.getByRole('button', { name: /bulk upload csv/i }).click()
  const modal = page.locator('.ui.modal.visible')
  const text = `/old-one-${stamp},/blocks-${stamp}\n/old-two-${stamp},/blocks-${stamp}\n`
  const csv = { name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await modal.locator('input[type="file"]').setInputFiles(csv)
  const saved = page.waitForResponse(r => r.request().method() === 'POST' && r.url().endsWith('/@aliases'))
  await modal.locator('button[aria-label="Save"]').click()
  const status = (await saved).status()
  requireThat(status < 300, `the upload answered ${status}`)
  await page.goto(`${state.volto}/old-two-${stamp}`, { waitUntil: 'networkidle' })
  requireThat(page.url().endsWith(`/blocks-${stamp}`), `the redirect leads to ${page.url()}`)
}

async function setPortrait(state) {
  const { page, request, login } = state
  await open(state, '/personal-information')
  await page.locator('#field-email').fill('admin@example.org')
  const portrait = { name: 'portrait.png', mimeType: 'image/png', buffer: png }
  await page.locator('.field-wrapper-portrait input[type="file"]').setInputFiles(portrait)
  const saved = page.waitForResponse(r => r.request().method() === 'PATCH' && r.url().includes('/@users/'))
  await page.locator('button[aria-label="Save"], button[type="submit"]').last().click()
  const status = (await saved).status()
  requireThat(status === 204, `saving the profile answered ${status}`)
  const { portrait: stored } = await request('GET', `/@users/${login.user}`)
  requireThat(stored !== null, 'the portrait is not stored')
}

/** Registers a user. Volto's form has no field for a user name, so email addresses are the login names. */
async function register({ page, volto, request }) {
  await request('PATCH', '/@controlpanels/security', { enable_self_reg: true, use_email_as_login: true })
  const context = await page.context().browser().newContext({ locale: 'en-US' })
  try {
    const visitor = await context.newPage()
    await visitor.goto(`${volto}/register`, { waitUntil: 'networkidle' })
    const email = `ada-${stamp}@example.org`
    await visitor.locator('#field-fullname').fill('Ada')
    await visitor.locator('#field-email').fill(email)
    const saved = visitor.waitForResponse(r => r.request().method() === 'POST' && r.url().endsWith('/@users'))
    await visitor.locator('#page-register button[type="submit"]').click()
    const status = (await saved).status()
    requireThat(status === 201, `the registration answered ${status}`)
    const { fullname, roles } = await request('GET', `/@users/${encodeURIComponent(email)}`)
    requireThat(fullname === 'Ada' && String(roles) === 'Member', 'the user is not stored')
  } finally {
    await context.close()
  }
}
