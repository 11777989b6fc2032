import { ask, expectEqual, fillText } from './browser.mjs'

const image = {
  name: 'gull.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

let objects = 0
const newName = kind => {
  objects += 1
  return `${kind}-${objects}`
}

const save = page => page.getByRole('button', { name: 'Save' }).last().click()
const waitForNotice = page => page.getByRole('status').first().waitFor()

async function openAddForm(page, url, container, type) {
  await page.goto(`${url}${container}`)
  await page.locator('.add-menu summary').click()
  await page.locator('.add-menu').getByRole('link', { name: type, exact: true }).click()
}

/** Adds a speaker with an image. After an error, the form must contain the entered values. */
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

/** Cancels an upload, and adds a speaker with an image that is dragged to the form. */
export async function uploadImage({ page, url, login }) {
  await openAddForm(page, url, '/speakers', 'Presenter')
  const name = newName('speaker')
  await page.getByLabel('Title (required)').fill(name)
  const control = page.locator('#c-field-image')
  const status = page.locator('.form-status')
  let finish = () => {}
  const held = new Promise(resolve => {
    finish = resolve
  })
  await page.route('**/@@do/upload', route => held.then(() => route.continue()).catch(() => {}))
  await control.locator('input[type="file"]').setInputFiles(image)
  await control.getByRole('progressbar', { name: 'Uploading: gull.png' }).waitFor()
  await control.getByRole('button', { name: 'Cancel the upload' }).click()
  expectEqual(await status.textContent(), 'The upload was cancelled.', 'the announced end of the upload')
  finish()
  await page.unroute('**/@@do/upload')
  const dragged = await page.evaluateHandle(
    ([filename, type, data]) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0))
      transfer.items.add(new File([bytes], filename, { type }))
      return transfer
    },
    ['dragged.png', image.mimeType, image.buffer.toString('base64')],
  )
  await control.dispatchEvent('drop', { dataTransfer: dragged })
  await control.getByRole('checkbox', { name: 'Do not use this file' }).waitFor()
  await control.locator('canvas').waitFor()
  await save(page)
  await waitForNotice(page)
  const added = await ask(url, login, 'GET', `/speakers/${name}`)
  expectEqual(added.image.filename, 'dragged.png', 'the dragged image')
}

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

/**
 * Adds a page with text. Two editors change the page, and one of them keeps a value that the other has entered. The
 * page is then deleted.
 */
export async function editPageTogether({ page, url, login }) {
  const name = newName('page')
  await openAddForm(page, url, '/', 'Page')
  await page.getByLabel('Title (required)').fill(name)
  await fillText(page.locator('#c-field-blocks'), '<h2>Today</h2><p>High <b>water</b></p>')
  await save(page)
  await waitForNotice(page)
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  await page.goto(`${url}/${name}/@@edit`)
  await page.getByLabel('Summary').fill('Mine')
  await fillText(page.locator('#c-field-blocks'), '<p>Low water</p>')
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

/** A page with text, and with a block that the editor can move but not change. */
const storedPage = {
  '@type': 'Document',
  blocks: {
    text: { '@type': 'slate', plaintext: 'High water', value: [{ type: 'p', children: [{ text: 'High water' }] }] },
    news: { '@type': 'listing', headline: 'News', querystring: { query: [], b_size: '3' } },
  },
  blocks_layout: { items: ['text', 'news'] },
}

/** Presses keys, and waits until the browser has reported the new selection. */
async function press(page, ...keys) {
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

/**
 * Selects the block after the text. A busy browser can report a selection so late that the next key does not use it, so
 * this function presses the keys again until the block is selected.
 */
async function selectBlockAfter(page) {
  const selected = page.locator('.ProseMirror .ProseMirror-selectednode')
  for (let attempt = 0; attempt < 50 && (await selected.count()) === 0; attempt += 1)
    await press(page, 'End', 'ArrowRight')
  await selected.waitFor()
}

/** Formats the text of a page with the keyboard, and moves a block that the editor cannot change. */
export async function formatText({ page, url, login }) {
  const name = newName('page')
  await ask(url, login, 'POST', '/', { ...storedPage, id: name, title: name })
  await page.goto(`${url}/${name}/@@edit`)
  const html = page.locator('#c-field-blocks')
  const editor = page.locator('.ProseMirror')
  await editor.press('Control+Home')
  const before = await html.inputValue()
  await page.getByRole('textbox', { name: 'Text', exact: true }).and(editor).waitFor()
  expectEqual(before, '<p>High water</p>\n<div data-block="news">listing: News</div>', 'the HTML before a change')
  await selectBlockAfter(page)
  await press(page, 'Alt+Shift+ArrowUp', 'Control+End', 'Control+b')
  await page.keyboard.type(' at noon')
  await press(page, 'Alt+F10')
  const pressed = page.locator('.rich-tools button:focus')
  expectEqual(await pressed.getAttribute('aria-pressed'), 'true', 'the state of the button Bold')
  await press(page, 'ArrowRight', 'ArrowRight')
  expectEqual(await pressed.getAttribute('aria-label'), 'Heading H2', 'the third button')
  await press(page, 'Enter')
  await page.keyboard.press('Control+s')
  await waitForNotice(page)
  const { blocks, blocks_layout } = await ask(url, login, 'GET', `/${name}`)
  expectEqual(blocks_layout.items.join(), 'news,text', 'the order of the blocks')
  expectEqual(JSON.stringify(blocks.news), JSON.stringify(storedPage.blocks.news), 'the block that was only moved')
  expectEqual(blocks.text.plaintext, 'High water at noon', 'the text')
  expectEqual(blocks.text.value[0].type, 'h2', 'the heading')
}

/** Drops an image into the text, cancels an upload, and adds an image with only the keyboard. */
export async function addImagesToText({ page, url, login }) {
  const name = newName('page')
  await ask(url, login, 'POST', '/', { ...storedPage, id: name, title: name })
  await page.goto(`${url}/${name}/@@edit`)
  const editor = page.locator('.ProseMirror')
  const html = page.locator('#c-field-blocks')
  const status = page.locator('.rich-uploads [role=status]')
  await editor.waitFor()
  await dropInto(page, 'text/plain')
  await status.getByText('notes.txt was not uploaded. The file is not an image.').waitFor()
  let finish = () => {}
  const held = new Promise(resolve => {
    finish = resolve
  })
  const isAdd = `**/${name}/@@do/add`
  await page.route(isAdd, route => held.then(() => route.abort()).catch(() => {}))
  await dropInto(page, 'image/png')
  await page.getByRole('progressbar', { name: 'Uploading: gull.png' }).waitFor()
  await page.getByRole('button', { name: 'Cancel the upload' }).click()
  await status.getByText('The upload was cancelled.').waitFor()
  finish()
  await page.unroute(isAdd)
  await dropInto(page, 'image/png')
  await status.getByText('gull.png was inserted').waitFor()
  const opened = page.waitForEvent('filechooser')
  await editor.press('Control+End')
  await press(page, 'Alt+F10')
  while ((await page.locator('.rich-tools button:focus').getAttribute('aria-label')) !== 'Image')
    await press(page, 'ArrowRight')
  await press(page, 'Enter', 'Tab')
  await page.keyboard.type('A gull')
  await press(page, 'Tab', 'Enter')
  await (await opened).setFiles(image)
  await page.waitForFunction(() => document.querySelector('#c-field-blocks').value.split('<img').length === 3)
  const inserted = await html.inputValue()
  const isComplete = [`src="${url}/${name}/gull.png" alt=""`, 'alt="A gull"'].every(part => inserted.includes(part))
  expectEqual(isComplete, true, `the images in ${inserted}`)
  await page.keyboard.press('Control+s')
  await waitForNotice(page)
  const { blocks } = await ask(url, login, 'GET', `/${name}`)
  expectEqual(Object.values(blocks).filter(block => block['@type'] === 'image').length, 2, 'the image blocks')
}

/** Simulates a user who drops a file on the text. */
const dropInto = (page, type) =>
  page.locator('.ProseMirror').evaluate(
    (editor, { type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], type === 'image/png' ? 'gull.png' : 'notes.txt', { type }))
      const { left, top } = editor.getBoundingClientRect()
      const at = { clientX: left + 30, clientY: top + 20 }
      editor.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer, ...at }))
    },
    { type, base64: image.buffer.toString('base64') },
  )

/** Checks that the editor preserves HTML that the user has not changed, including HTML that it cannot represent. */
export async function keepHtml({ page, url, login }) {
  const path = '/schedule/the-gulls-won'
  const { text } = await ask(url, login, 'GET', path)
  const table = '<p>Gulls</p><table><tbody><tr><td>3</td></tr></tbody></table>'
  await ask(url, login, 'PATCH', path, { text: { ...text, data: table } })
  await page.goto(`${url}${path}/@@edit`)
  await page.getByText('The editor cannot show everything in this HTML.').waitFor()
  expectEqual(await page.locator('#c-field-text').inputValue(), table, 'the HTML with a table')
  const odd = '<p   >Gulls  <b>won</b></p><ul>\n\n<li>Nets</li></ul>'
  await page.locator('#c-field-text').fill(odd)
  await page.getByRole('button', { name: 'Use the editor' }).click()
  const editor = page.locator('.ProseMirror')
  expectEqual(await page.locator('#c-field-text').inputValue(), odd, 'the unchanged HTML')
  await editor.press('Control+Home')
  await page.keyboard.type('The ')
  await page.keyboard.press('Control+z')
  expectEqual(await page.locator('#c-field-text').inputValue(), odd, 'the HTML after the change was undone')
  await editor.press('Control+a')
  await page.keyboard.press('Control+k')
  await page.getByLabel('Address of the link').fill('/venue')
  await page.keyboard.press('Enter')
  const changed = await page.locator('#c-field-text').inputValue()
  expectEqual(changed.includes('<a href="/venue">Gulls <strong>won</strong></a>'), true, `the link in ${changed}`)
  await page.getByRole('button', { name: 'Edit as HTML' }).click()
  await page.locator('#c-field-text').fill('<img src="/venue" alt="Map">')
  await page.getByRole('button', { name: 'Use the editor' }).click()
  await press(page, 'Control+End', 'x')
  expectEqual(await page.locator('#c-field-text').inputValue(), '<img src="/venue" alt="Map">\n<p>x</p>', 'the image')
  await ask(url, login, 'PATCH', path, { text })
  // The browser asks for confirmation, because the form has unsaved changes.
  page.once('dialog', dialog => dialog.accept())
  await page.goto(url)
}
