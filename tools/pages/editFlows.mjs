import { ask, expectEqual } from './browser.mjs'

/** A PNG with one pixel. */
const image = {
  name: 'gull.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

let objects = 0
/** Returns a short name that no other flow uses. */
const newName = kind => {
  objects += 1
  return `${kind}-${objects}`
}

const save = page => page.getByRole('button', { name: 'Save' }).last().click()
const waitForNotice = page => page.getByRole('status').first().waitFor()

/** Opens the form for a new object through the menu of its container. */
async function openAddForm(page, url, container, type) {
  await page.goto(`${url}${container}`)
  await page.locator('.add-menu summary').click()
  await page.locator('.add-menu').getByRole('link', { name: type, exact: true }).click()
}

/** Adds a speaker with an image; after an error, the form contains the entered values. */
export async function addSpeaker({ page, url, login }) {
  await openAddForm(page, url, '/speakers', 'Presenter')
  await page.getByLabel('Summary').fill('Counts gulls')
  await save(page)
  await page.getByRole('alert').waitFor()
  expectEqual(await page.getByLabel('Title (required)').getAttribute('aria-invalid'), 'true', 'the missing title')
  expectEqual((await page.getByLabel('Summary').inputValue()).trim(), 'Counts gulls', 'the entered summary')
  const name = newName('speaker')
  await page.getByLabel('Title (required)').fill(name)
  await page.locator('#c-field-image-file').setInputFiles(image)
  await save(page)
  await waitForNotice(page)
  const added = await ask(url, login, 'GET', `/speakers/${name}`)
  expectEqual(added.image.filename, 'gull.png', 'the image')
}

/** Chooses a presenter with a search, and adds and moves a track. */
export async function changeRelationsAndRows({ page, url, login }) {
  await ask(url, login, 'PATCH', '/schedule/the-bulb-fails-last', { presenters: [] })
  await page.goto(`${url}/schedule/the-bulb-fails-last/@@edit`)
  const presenters = page.locator('#c-field-presenters')
  await presenters.getByRole('searchbox').fill('luz')
  await presenters.getByRole('button', { name: 'Search' }).click()
  await presenters.locator('.results').getByRole('checkbox', { name: 'Luz Atalaya' }).check()
  await save(page)
  await waitForNotice(page)
  const talk = await ask(url, login, 'GET', '/schedule/the-bulb-fails-last')
  expectEqual(
    talk.presenters.some(({ title }) => title === 'Luz Atalaya'),
    true,
    'the presenter',
  )
  await page.goto(`${url}/@@edit`)
  await page.locator('summary', { hasText: 'Event' }).click()
  const tracks = page.locator('#c-field-tracks')
  const count = await tracks.locator('.row').count()
  const id = newName('track')
  await tracks.getByLabel('Short name').last().fill(id)
  await tracks.getByLabel('Title').last().fill('New')
  await tracks.getByRole('button', { name: 'Add another row' }).click()
  await tracks.locator(`.row >> nth=${count}`).waitFor()
  await tracks.getByRole('button', { name: `Move up: row ${count}` }).click()
  await page.waitForFunction(
    ([at, text]) => {
      const inputs = [...document.querySelectorAll('#c-field-tracks .row')].map(row =>
        row.querySelector('input[type=text]'),
      )
      return inputs[at]?.value === text
    },
    [count - 2, id],
  )
  await save(page)
  await waitForNotice(page)
  const site = await ask(url, login, 'GET', '/')
  expectEqual(site.tracks.at(-2).id, id, 'the moved track')
}

/** Adds a page with text; two editors change it, and one of them keeps a value of the other. The page is then deleted. */
export async function editPageTogether({ page, url, login }) {
  const name = newName('page')
  await openAddForm(page, url, '/', 'Page')
  await page.getByLabel('Title (required)').fill(name)
  await page.locator('#c-field-blocks').fill('<h2>Today</h2><p>High <b>water</b></p>')
  await save(page)
  await waitForNotice(page)
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  await page.goto(`${url}/${name}/@@edit`)
  await page.getByLabel('Summary').fill('Mine')
  await page.locator('#c-field-blocks').fill('<p>Low water</p>')
  await ask(url, login, 'PATCH', `/${name}`, { description: 'Theirs' })
  await save(page)
  await page.getByRole('alert').waitFor()
  expectEqual((await page.getByLabel('Summary').first().inputValue()).trim(), 'Mine', 'the value of the editor')
  await page.getByLabel('Keep this value: Summary').check()
  await save(page)
  await waitForNotice(page)
  const { description, blocks, blocks_layout } = await ask(url, login, 'GET', `/${name}`)
  expectEqual(description, 'Theirs', 'the value of the other editor')
  expectEqual(blocks[blocks_layout.items.at(-1)].plaintext, 'Low water', 'the text')
  await page.getByRole('link', { name: 'Delete' }).click()
  await page.locator('main').getByRole('button', { name: 'Delete' }).click()
  await waitForNotice(page)
}
