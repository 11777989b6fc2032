import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { expectEqual, fillText, logIn, openPage } from './browser.mjs'
import { openSectionOf, pressAt, tabTo, typeInstant, typeInto } from './keyboard.mjs'

const talks = ['Lamps', 'Lenses', 'Logbooks', 'Gulls', 'Tides', 'Fog']

async function image(color) {
  const buffer = await sharp({ create: { width: 300, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer()
  return { name: `${color}.png`, mimeType: 'image/png', buffer }
}

const field = (page, name) => page.locator(`main [name="field.${name}"]:not([type=hidden])`)

/** Opens all collapsed sections of a form, so that their fields can be filled. */
async function unfold(page) {
  const closed = page.locator('main form details:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
}

/**
 * Fills the fields of a form by name. An array selects checkboxes by label, `true` selects the checkbox of the field,
 * and an object is a file to upload.
 */
async function fill(page, values) {
  await unfold(page)
  for (const [name, value] of Object.entries(values)) {
    const control = field(page, name)
    if (Array.isArray(value)) for (const label of value) await page.getByLabel(label, { exact: true }).first().check()
    else if (value === true) await control.check()
    else if (typeof value === 'object') await control.setInputFiles(value)
    else if ((await control.evaluate(node => node.tagName)) === 'SELECT') await control.selectOption(value)
    else await fillText(control, value)
  }
}

async function save(page, name = 'Save') {
  await page.locator('main').getByRole('button', { name, exact: true }).last().click()
  await page.getByRole('status').first().waitFor()
}

/** Adds an object with its form, and returns its URL. `prepare` fills the fields that need more than a value. */
async function add(page, container, { type, prepare = () => {}, ...values }) {
  await page.goto(`${container}/@@add?type=${encodeURIComponent(type)}`)
  await prepare(page)
  await fill(page, values)
  await save(page)
  return page.url().split('?', 1)[0].replace(/\/$/, '')
}

async function publish(page, url, transition = 'Publish') {
  await page.goto(`${url}/@workflow`)
  await page.locator('main').getByRole('button', { name: transition, exact: true }).first().click()
  await page.getByRole('status').first().waitFor()
}

function rows(name, values) {
  return async page => {
    await unfold(page)
    for (const [i, row] of values.entries()) {
      if ((await field(page, `${name}.${i}.${Object.keys(row)[0]}`).count()) === 0)
        await page.locator(`main [name="change"][value="row field.${name}"]`).click()
      await field(page, `${name}.${i}.${Object.keys(row)[0]}`).waitFor()
      await unfold(page)
      for (const [key, value] of Object.entries(row)) await field(page, `${name}.${i}.${key}`).fill(value)
    }
  }
}

function relation(name, title) {
  return async page => {
    await unfold(page)
    await field(page, `${name}.search`).fill(title)
    await page.locator(`main [name="change"][value="search field.${name}"]`).click()
    await page.getByRole('checkbox', { name: new RegExp(`^${title}\\b`) }).check()
  }
}

/** Fills the form for the first run with only the keyboard. */
async function setUp({ page, url, pictures }) {
  await page.goto(url)
  await pressAt(page, page.getByRole('link', { name: 'Set up your conference' }))
  await field(page, 'title').waitFor()
  await typeInto(page, field(page, 'title'), 'First Light')
  await typeInstant(page, field(page, 'start'), { date: '2027-06-17', time: '0900AM' })
  await typeInstant(page, field(page, 'end'), { date: '2027-06-18', time: '0600PM' })
  await tabTo(page, field(page, 'timezone'))
  await page.keyboard.type('Europe/Lis')
  await typeInto(page, field(page, 'email'), 'team@example.org')
  // The browser needs time to register the listener before the key is pressed.
  const opened = page.waitForEvent('filechooser')
  await page.waitForTimeout(100)
  await pressAt(page, page.locator('main input[type=file]').first())
  await (await opened).setFiles(pictures.logo)
  await pressAt(page, page.locator('main').getByRole('button', { name: 'Set up', exact: true }))
  await page.getByRole('status').first().waitFor()
  await page.getByRole('heading', { name: 'Next steps' }).waitFor()
  await page.goto(url)
  expectEqual(await page.locator('header img').count(), 1, 'logos in the header')
  await page.goto(`${url}/@@edit`)
  await rows('tracks', [
    { id: 'sea', title: 'Sea', color: '#0b6e8a' },
    { id: 'land', title: 'Land', color: '#8a5a0b' },
  ])(page)
  await save(page)
}

async function buildProgramme({ page, url, pictures }) {
  const venue = await add(page, url, { type: 'Venue', title: 'Lighthouse', id: 'lighthouse' })
  for (const title of ['Lantern Room', 'Cellar']) await add(page, venue, { type: 'Room', title })
  for (const [i, title] of ['Ada', 'Bea', 'Cyd'].entries()) {
    const email = `${title.toLowerCase()}@example.org`
    const presenter = { type: 'Presenter', title, email, image: pictures.people[i], categories: ['Speaker'] }
    await publish(page, await add(page, url, presenter))
  }
  const schedule = await add(page, url, { type: 'Schedule', title: 'Schedule', id: 'schedule' })
  for (const place of [venue, `${venue}/lantern-room`, `${venue}/cellar`, schedule]) await publish(page, place)
  for (const [i, title] of talks.entries()) {
    const hour = String(9 + Math.floor(i / 2)).padStart(2, '0')
    const person = ['Ada', 'Bea', 'Cyd'][i % 3]
    const talk = await add(page, schedule, {
      type: 'Talk',
      prepare: relation('presenters', person),
      title,
      description: `About ${title}`,
      start: `2027-06-17T${hour}:00`,
      end: `2027-06-17T${hour}:40`,
      room: [i % 2 ? 'Cellar' : 'Lantern Room'],
    })
    await publish(page, talk)
  }
  await page.goto(`${url}/@schedule`)
  for (const title of talks) await page.getByRole('link', { name: title, exact: true }).first().waitFor()
}

async function addSponsors({ page, url, pictures }) {
  const benefits = ['Logo on the front page', 'A stand'].map(title => ({ title, description: `${title}.` }))
  const sponsors = await add(page, url, { type: 'SponsorsDB', prepare: rows('benefits', benefits), title: 'Sponsors' })
  const gold = await add(page, sponsors, { type: 'SponsorLevel', title: 'Gold' })
  const sponsor = await add(page, gold, { type: 'Sponsor', title: 'Lamp Works', image: pictures.logo })
  for (const place of [sponsors, gold, sponsor]) await publish(page, place)
  await page.goto(`${url}/@sponsors`)
  await page.getByText('Lamp Works').first().waitFor()
}

async function openPoll({ page, url, browser, javaScriptEnabled }) {
  const options = ['Boat', 'Bicycle'].map(description => ({ description }))
  const prepare = rows('options', options)
  const poll = { type: 'collective.polls.poll', prepare, title: 'Outing', allow_anonymous: true, show_results: true }
  const address = await add(page, url, poll)
  await publish(page, address, 'Open')
  const visitor = await openPage(browser, url, { javaScriptEnabled })
  await visitor.page.goto(address)
  await visitor.page.getByRole('radio').first().check()
  await visitor.page.getByRole('button', { name: 'Vote' }).click()
  await visitor.page.getByRole('status').first().waitFor()
  await visitor.page.reload()
  expectEqual(await visitor.page.getByRole('radio').count(), 0, 'options for a visitor who has voted, after a reload')
  await visitor.context.close()
}

async function linkIn(mailbox, address) {
  for (let waited = 0; waited < 10_000; waited += 100) {
    const mail = mailbox.accepted.find(({ to }) => to === address)
    const link = /https?:\/\/\S+\/passwordreset\/\S+/.exec(mail?.parts.join('\n') ?? '')?.[0]
    if (link) return link
    await delay(100)
  }
  throw new Error(`${address} received no email with a link.`)
}

async function inviteEditor({ page, url, browser, javaScriptEnabled, mailbox }) {
  await page.goto(`${url}/@@invite`)
  await fill(page, { username: 'edi', fullname: 'Edi', email: 'edi@example.org' })
  await page.getByLabel('Editor', { exact: true }).check()
  await page.getByLabel('Contributor', { exact: true }).check()
  await page.locator('main form button[type=submit]').last().click()
  await page.getByRole('status').first().waitFor()
  const link = await linkIn(mailbox, 'edi@example.org')
  const editor = await openPage(browser, url, { javaScriptEnabled })
  await editor.page.goto(link)
  for (const box of await editor.page.locator('main input[type=password]').all())
    await typeInto(editor.page, box, 'Edis-password-1')
  await editor.page.keyboard.press('Enter')
  await editor.page.getByRole('status').first().waitFor()
  await logIn(editor.page, url, { user: 'edi', password: 'Edis-password-1' })
  return editor
}

async function writePage({ page, url, pictures }) {
  const picture = await add(page, url, { type: 'Image', title: 'Harbour', image: pictures.logo, id: 'harbour' })
  const html = `<h2>By boat</h2><p>The ferry leaves at <strong>eight</strong>.</p><p><img src="${new URL(picture).pathname}" alt="The harbour"></p>`
  const address = await add(page, url, { type: 'Document', title: 'Travel', blocks: html })
  await publish(page, address)
  await page.goto(address)
  await page.getByRole('heading', { name: 'By boat' }).waitFor()
  await page.getByRole('img', { name: 'The harbour' }).waitFor()
  return address
}

/**
 * Two people correct a page at the same time. The second person sees both versions, and the form still contains the
 * text that this person has entered.
 */
async function correctTogether({ page, editor, address }) {
  await page.goto(`${address}/@@edit`)
  await editor.goto(`${address}/@@edit`)
  await fill(page, { description: 'By ferry' })
  await save(page)
  await fill(editor, { description: 'By ferry or on foot' })
  await editor.locator('main').getByRole('button', { name: 'Save', exact: true }).last().click()
  await editor.getByText('By ferry', { exact: true }).first().waitFor()
  expectEqual(await field(editor, 'description').inputValue(), 'By ferry or on foot', 'the text after a conflict')
}

/** Deletes an image to which a page links. The form names this page, and asks for an additional confirmation. */
async function deleteWithWarning({ page, url }) {
  await page.goto(`${url}/harbour/@@delete`)
  await page.getByRole('link', { name: 'Travel' }).first().waitFor()
  await page.locator('main form button[type=submit]').last().click()
  await page.getByRole('status').first().waitFor()
  expectEqual((await fetch(`${url}/harbour`)).status, 404, 'the status of a deleted image')
}

async function moveSession({ page, url, javaScriptEnabled }) {
  await page.goto(`${url}/@@desk`)
  const before = await (await fetch(`${url}/schedule/fog`, { headers: { accept: 'application/json' } })).json()
  if (javaScriptEnabled) {
    const from = await page.getByText('Fog', { exact: true }).first().boundingBox()
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(from.x + 5, from.y + 60, { steps: 8 })
    await page.mouse.move(from.x + 5, from.y + 130, { steps: 8 })
    await page.mouse.up()
  } else {
    await page.getByRole('link', { name: 'Fog', exact: true }).first().click()
    await page.locator('main form [name="time"]').first().fill('13:00')
    await page.locator('main form:has([name="time"]) button:not([name])').first().click()
  }
  for (let waited = 0; ; waited += 200) {
    const { start } = await (await fetch(`${url}/schedule/fog`, { headers: { accept: 'application/json' } })).json()
    if (start !== before.start) return
    if (waited > 10_000) throw new Error('The session was not moved.')
    await page.waitForTimeout(200)
  }
}

/** Enables releases, and releases the schedule with only the keyboard. */
async function releaseSchedule({ page, url }) {
  await page.goto(`${url}/@@edit`)
  await openSectionOf(page, '[name="field.release_schedule"]')
  await pressAt(page, field(page, 'release_schedule'), 'Space')
  await pressAt(page, page.locator('main').getByRole('button', { name: 'Save', exact: true }))
  await page.getByRole('status').first().waitFor()
  await page.goto(`${url}/@@desk`)
  await pressAt(page, page.locator('.desk-release summary'))
  await typeInto(page, page.locator('#release-name'), '1.0')
  await page.keyboard.press('Enter')
  await page.getByRole('status').first().waitFor()
  await page.goto(`${url}/@schedule-releases`)
  await page.getByText('1.0').first().waitFor()
}

/**
 * Does everything that a conference team does on its first day, beginning with an empty site and using only the
 * browser. Returns the failures as sentences.
 */
export async function runFirstDay(browser, { url, login, mailbox, javaScriptEnabled, folder, say }) {
  const kind = javaScriptEnabled ? 'with script' : 'without script'
  const { context, page, faults } = await openPage(browser, url, { javaScriptEnabled })
  page.setDefaultTimeout(15_000)
  const pictures = { logo: await image('teal'), people: await Promise.all(['red', 'green', 'blue'].map(image)) }
  const day = { page, url, browser, javaScriptEnabled, mailbox, pictures }
  let step = 'logging in'
  const run = async (name, action) => {
    step = name
    const result = await action()
    say(`${name} ${kind}: done`)
    return result
  }
  try {
    await run('logging in', () => logIn(page, url, login))
    await run('setting up', () => setUp(day))
    await run('building the programme', () => buildProgramme(day))
    await run('adding sponsors', () => addSponsors(day))
    await run('opening a poll', () => openPoll(day))
    const editor = await run('inviting an editor', () => inviteEditor(day))
    editor.page.setDefaultTimeout(15_000)
    const address = await run('writing a page', () => writePage(day))
    await run('moving a session', () => moveSession(day))
    await run('correcting together', () => correctTogether({ page, editor: editor.page, address }))
    await run('deleting with a warning', () => deleteWithWarning(day))
    await run('releasing the schedule', () => releaseSchedule(day))
    await editor.context.close()
    return faults.map(fault => `first day ${kind}: ${fault}`)
  } catch (error) {
    await page.screenshot({ path: path.join(folder, 'first-day.png'), fullPage: true })
    return [`${step} ${kind}: ${error.message} (at ${page.url()})`]
  } finally {
    await context.close()
  }
}
