import { ask, expectEqual, logIn, openPage } from './browser.mjs'

const desk = '/@@desk?day=2027-06-18'
const talk = 'Offline for a fortnight'
const other = 'One keeper, forty lights'

async function placeOf(url, login, title) {
  const { items } = await ask(url, login, 'GET', `/@search?portal_type=Talk&Title=${encodeURIComponent(title)}`)
  const address = items[0]['@id'].slice(url.length)
  const { start, end, room, UID } = await ask(url, login, 'GET', address)
  return {
    start,
    end,
    rooms: room.map(({ title: name }) => name),
    address,
    uid: UID,
    tokens: room.map(({ token }) => token),
  }
}

/** Runs a flow that changes a session, and restores the session afterwards. */
const restoring = flow => async tools => {
  const { url, login, page } = tools
  // The viewport shows the entire day, so that the page does not scroll while a session is dragged.
  await page.setViewportSize({ width: 1400, height: 1800 })
  const before = await placeOf(url, login, talk)
  const place = async () => {
    const { start, end, rooms } = await placeOf(url, login, talk)
    return JSON.stringify({ start, end, rooms })
  }
  try {
    await flow({ ...tools, before, place })
  } finally {
    const { start, end, tokens: room } = before
    await ask(url, login, 'PATCH', before.address, { start, end, room })
  }
}

const textOf = ({ start, end, rooms }) => JSON.stringify({ start, end, rooms })
const tile = (page, title) => page.locator(`.desk-tile[data-title="${title}"]`).first()

/** Waits until the page confirms that a session was moved. */
const moved = page => page.locator('.notice').waitFor()

async function pointAt(page, hour, room) {
  const column = await page.locator('.grid .room', { hasText: room }).boundingBox()
  const line = await page.locator(`.grid .hour`, { hasText: hour }).boundingBox()
  return { x: column.x + column.width / 2, y: line.y + 12 }
}

async function drag(page, title, target) {
  const box = await tile(page, title).boundingBox()
  await page.mouse.move(box.x + 20, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + 20, { steps: 3 })
  await page.mouse.move(target.x, target.y, { steps: 8 })
  await page.locator('.desk-target, .drop-here').first().waitFor()
  await page.mouse.up()
}

const dragSession = restoring(async ({ page, url, before, place }) => {
  await page.goto(url + desk)
  await drag(page, talk, await pointAt(page, '18:00', 'Boathouse'))
  await moved(page)
  const there = { start: '2027-06-18T17:00:00+00:00', end: '2027-06-18T17:45:00+00:00', rooms: ['Boathouse'] }
  expectEqual(await place(), textOf(there), 'place after dragging')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('.notice').waitFor()
  expectEqual(await place(), textOf(before), 'place after the undo')
})

const dragOutAndBack = restoring(async ({ page, url, place }) => {
  await page.goto(url + desk)
  const list = await page.locator('[data-unscheduled]').boundingBox()
  await drag(page, talk, { x: list.x + 60, y: list.y + 30 })
  await moved(page)
  const { start } = JSON.parse(await place())
  expectEqual(start, null, 'start of an unscheduled session')
  expectEqual(await page.locator(`[data-unscheduled] [data-title="${talk}"]`).count(), 1, 'unscheduled tiles')
  await drag(page, talk, await pointAt(page, '18:00', 'Gallery'))
  await page.locator(`.grid [data-title="${talk}"]`).waitFor()
  expectEqual(JSON.parse(await place()).start, '2027-06-18T17:00:00+00:00', 'start after the return')
})

const dragToDay = restoring(async ({ page, url, place }) => {
  await page.goto(url + desk)
  const tab = await page.locator('[data-day="2027-06-19"]').boundingBox()
  await drag(page, talk, { x: tab.x + 20, y: tab.y + 10 })
  await moved(page)
  expectEqual(JSON.parse(await place()).start, '2027-06-19T10:05:00+00:00', 'start on another day')
  expectEqual(await page.locator('[data-day][aria-current]').getAttribute('data-day'), '2027-06-19', 'day that shows')
})

/**
 * Drags the handle with a finger. Uses the browser's native events, because only these have the pointer type `touch`.
 */
const touchSession = restoring(async ({ page, url, place }) => {
  await page.goto(url + desk)
  const grip = await tile(page, talk).locator('.grip').boundingBox()
  const target = await pointAt(page, '18:00', 'Boathouse')
  const touch = await page.context().newCDPSession(page)
  const send = (type, points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const start = { x: grip.x + 8, y: grip.y + 8 }
  await send('touchStart', [start])
  for (const part of [0.2, 0.6, 1])
    await send('touchMove', [{ x: start.x + (target.x - start.x) * part, y: start.y + (target.y - start.y) * part }])
  await send('touchEnd', [])
  await moved(page)
  expectEqual(JSON.parse(await place()).rooms.join(), 'Boathouse', 'room after a move by touch')
})

const pointSession = restoring(async ({ page, url, place }) => {
  await page.goto(url + desk)
  await tile(page, talk).locator('.grip').click()
  const { x, y } = await pointAt(page, '18:00', 'Boathouse')
  await page.mouse.click(x, y)
  await moved(page)
  expectEqual(JSON.parse(await place()).start, '2027-06-18T17:00:00+00:00', 'start after two clicks')
})

/** Checks that the handle of a session opens the form on a narrow screen. */
const narrowSession = restoring(async ({ page, url }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(url + desk)
  await tile(page, talk).locator('.grip').click()
  await page.getByLabel('Duration in minutes').waitFor()
})

const keyboardMove = restoring(async ({ page, url, before, place }) => {
  await page.goto(url + desk)
  const announcer = page.locator('[data-announcer]')
  const grip = tile(page, talk).getByRole('button', { name: `Pick up ${talk}` })
  await grip.focus()
  await page.keyboard.press('Enter')
  await announcer.filter({ hasText: 'is picked up' }).waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowUp')
  await announcer.filter({ hasText: '11:00, Boathouse' }).waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  expectEqual(await place(), textOf(before), 'place after Escape')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await moved(page)
  await announcer.filter({ hasText: 'The session was moved.' }).waitFor({ state: 'attached' })
  expectEqual(JSON.parse(await place()).rooms.join(), 'Boathouse', 'room after a move by keyboard')
  const focused = await page.evaluate(() => document.activeElement.getAttribute('aria-label'))
  expectEqual(focused, `Pick up ${talk}`, 'focus after the move')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Delete')
  await page.locator(`[data-unscheduled] [data-title="${talk}"]`).waitFor()
  expectEqual(JSON.parse(await place()).start, null, 'start after Delete')
})

/** Checks that a move to an occupied room is marked while the session is dragged, and after the move. */
const markConflicts = restoring(async ({ page, url }) => {
  await page.goto(url + desk)
  const box = await tile(page, talk).boundingBox()
  const target = await pointAt(page, '14:00', 'Lantern Room')
  await page.mouse.move(box.x + 20, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(target.x, target.y, { steps: 8 })
  await page.locator('.desk-target.clash', { hasText: other }).waitFor()
  await page.mouse.up()
  await moved(page)
  for (const title of [talk, other]) await page.locator(`.clash[data-title="${title}"]`).waitFor()
  await page.locator('.desk-conflicts', { hasText: 'Two sessions in one room' }).waitFor()
})

/** Checks that the tile of a 40-minute session with a two-line title shows the entire line with the speaker. */
async function expectSpeaker(page) {
  const isInside = await tile(page, 'Welcome at two hundred and fourteen steps')
    .locator('.people-names')
    .evaluate(line => {
      const [own, around] = [line, line.closest('li')].map(element => element.getBoundingClientRect())
      return own.bottom <= around.bottom && own.right <= around.right
    })
  expectEqual(isInside, true, 'the speaker is inside the tile')
}

const formMove = restoring(async ({ page, url, before, place }) => {
  await page.goto(url + desk)
  await expectSpeaker(page)
  await tile(page, talk).getByRole('link', { name: talk }).click()
  await page.getByLabel('Day', { exact: true }).fill('2027-06-19')
  await page.getByLabel('Start', { exact: true }).fill('09:10')
  await page.getByLabel('Duration in minutes').fill('25')
  await page.getByLabel('Room', { exact: true }).selectOption('Boathouse')
  await page.getByRole('button', { name: 'Move the session' }).click()
  await moved(page)
  const there = { start: '2027-06-19T08:10:00+00:00', end: '2027-06-19T08:35:00+00:00', rooms: ['Boathouse'] }
  expectEqual(await place(), textOf(there), 'place after the form')
  await page.getByRole('button', { name: 'Undo' }).click()
  await moved(page)
  expectEqual(await place(), textOf(before), 'place after the undo')
})

/** Checks that the second of two editors sees both versions, and can then move the session anyway. */
const twoEditors = restoring(async ({ page, url, login, browser, before, place }) => {
  await page.goto(`${url}${desk}&move=${before.uid}`)
  const second = await openPage(browser, url, { viewport: { width: 1400, height: 1800 } })
  await logIn(second.page, url, login)
  await second.page.goto(url + desk)
  await page.getByLabel('Start', { exact: true }).fill('18:00')
  await page.getByRole('button', { name: 'Move the session' }).click()
  await moved(page)
  await drag(second.page, talk, await pointAt(second.page, '18:00', 'Boathouse'))
  await second.page.getByRole('heading', { name: 'The session has changed in the meantime' }).waitFor()
  const versions = (await second.page.locator('main dl').textContent()).replace(/\s+/g, ' ')
  for (const part of ['18:00 – 18:45 · Gallery', '18:00 – 18:45 · Boathouse'])
    if (!versions.includes(part)) throw new Error(`the conflict shows ${versions}, not ${part}`)
  await second.page.getByRole('button', { name: 'Move anyway' }).click()
  await moved(second.page)
  expectEqual(JSON.parse(await place()).rooms.join(), 'Boathouse', 'room after the second move')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'The session has changed in the meantime' }).waitFor()
  expectEqual(JSON.parse(await place()).rooms.join(), 'Boathouse', 'room after the refused undo')
  await page.getByRole('link', { name: 'Keep the current version' }).click()
  await page.getByRole('heading', { name: 'Programme desk' }).waitFor()
  await second.context.close()
})

export const deskFlows = { formMove, twoEditors }
export const deskFlowsWithScript = {
  dragSession,
  dragOutAndBack,
  dragToDay,
  touchSession,
  pointSession,
  narrowSession,
  keyboardMove,
  markConflicts,
}
