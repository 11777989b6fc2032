import jsQR from 'jsqr'
import sharp from 'sharp'
import { ask, expectEqual, logIn, openPage } from './browser.mjs'
import { deskFlows, deskFlowsWithScript } from './deskFlows.mjs'
import {
  addImagesToText,
  addSpeaker,
  changeRelationsAndRows,
  editPageTogether,
  formatText,
  keepHtml,
  uploadImage,
} from './editFlows.mjs'
import { keyboardFlows } from './keyboardFlows.mjs'
import { changeLogo, changeOwnProfile, inviteWithoutMail, manageGroup, shareSchedule } from './peopleFlows.mjs'

const poll = '/sunday-outing'
const talk = '/schedule/the-gulls-won'

const votesIn = async page => Number((await page.locator('[data-total]').textContent()).match(/\d+/)?.[0])

async function vote({ page, url }) {
  await page.goto(`${url}${poll}`)
  const before = await votesIn(page)
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Vote' }).click()
  await page.getByRole('status').waitFor()
  expectEqual(await votesIn(page), before + 1, 'votes after a vote')
  await page.reload()
  await page.getByText('You have voted').waitFor()
  expectEqual(await page.getByRole('radio').count(), 0, 'ballots for a voter')
}

async function rejectPoll({ page, url }) {
  const state = () => page.getByText(/^State: /).textContent()
  await page.goto(`${url}${poll}`)
  const count = await votesIn(page)
  await page.goto(`${url}${poll}/@workflow`)
  const name = count === 1 ? 'Reject and delete 1 vote' : `Reject and delete ${count} votes`
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  expectEqual((await state()).includes('Open'), true, 'the poll is open after the confirmation was cancelled')
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name }).click()
  await page.getByText('State: Private').waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByText('State: Open').waitFor()
  await page.goto(`${url}${poll}`)
  expectEqual(await votesIn(page), 0, 'votes after a rejection')
}

const titlesIn = async page =>
  (await page.locator('.session:visible h3').allTextContents()).map(title => title.trim()).toSorted()

/** Filters the schedule by track with a link and by room with a form. Both filters also work without JavaScript. */
async function filterSchedule({ page, url }) {
  await page.goto(`${url}/@schedule#day-2027-06-18`)
  const all = await titlesIn(page)
  await page.getByRole('navigation', { name: 'Tracks' }).getByRole('link', { name: 'Light and lens' }).click()
  await page.getByRole('heading', { name: 'Light and lens', level: 1 }).waitFor()
  const ofTrack = await titlesIn(page)
  expectEqual(ofTrack.length > 0 && ofTrack.length < all.length, true, 'a track is a part of the schedule')
  await page.locator('.room-filter select').selectOption({ label: 'Gallery' })
  const submit = page.locator('.room-filter button')
  if ((await submit.count()) > 0) await submit.click()
  await page.waitForURL(/room=/)
  expectEqual(new URL(page.url()).searchParams.get('track'), 'light-and-lens', 'the track after a room was selected')
}

/** Filters the schedule by star. The URL contains the filter, so that a reload preserves it. */
async function filterStars({ page, url }) {
  await page.goto(`${url}/@schedule#day-2027-06-18`)
  await page.locator('.star:visible').first().click()
  await page.getByRole('button', { name: 'Starred only' }).click()
  expectEqual((await titlesIn(page)).length, 1, 'sessions with a star')
  expectEqual(new URL(page.url()).searchParams.get('starred'), '1', 'the filter in the URL')
  await page.reload()
  expectEqual((await titlesIn(page)).length, 1, 'sessions with a star after a reload')
}

async function openMenu({ page, url }) {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${url}/`)
  const menu = page.getByRole('navigation', { name: 'Site' })
  expectEqual(await menu.isVisible(), false, 'the menu before it was opened')
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByRole('link', { name: 'Speakers' }).click()
  await page.getByRole('heading', { name: 'Speakers', level: 1 }).waitFor()
}

async function switchDay({ page, url }) {
  await page.goto(`${url}/@schedule`)
  await page.locator('.days a').nth(1).click()
  const shown = await page.locator('.day').evaluateAll(days => days.map(day => day.checkVisibility?.() ?? null))
  expectEqual(JSON.stringify(shown), '[false,true,false]', 'days that show')
}

async function moveSession({ page, url }) {
  for (const [move, state] of [
    ['Retract', 'Private'],
    ['Publish', 'Published'],
  ]) {
    await page.goto(`${url}${talk}/@workflow`)
    await page.getByLabel('Comment').first().fill(`${move} by a test`)
    await page.getByRole('button', { name: move, exact: true }).click()
    await page.getByText(`State: ${state}`).waitFor()
  }
}

async function planTransition({ page, url }) {
  await page.goto(`${url}${talk}/@workflow`)
  await page.locator('summary', { hasText: 'Plan a transition' }).click()
  await page.getByLabel('Transition', { exact: true }).selectOption('retract')
  await page.getByLabel(/^Time/).fill('2035-06-17T09:30')
  await page.locator('details').getByLabel('Comment').fill('Planned by a test')
  await page.getByRole('button', { name: 'Plan a transition' }).click()
  await page.getByRole('status').waitFor()
  const plan = page.getByRole('row', { name: /Planned by a test/ })
  expectEqual(await plan.count(), 1, 'plans after one was made')
  await plan.getByRole('button', { name: 'Cancel (Retract)' }).click()
  await page.getByRole('status').waitFor()
  expectEqual(await plan.count(), 0, 'plans after it was cancelled')
}

async function revertVersion({ page, url, login }) {
  const { title } = await ask(url, login, 'GET', talk)
  await ask(url, login, 'PATCH', talk, { title: 'The gulls lost' })
  await page.goto(`${url}${talk}/@history`)
  await page.getByRole('link', { name: 'Compare with now' }).last().click()
  await page.locator('.differences ins').first().waitFor()
  await page.getByRole('button', { name: 'Revert to this (0)' }).click()
  await page.getByRole('status').waitFor()
  await page.goto(`${url}${talk}`)
  expectEqual(await page.locator('h1').textContent(), title, 'title after it was reverted')
}

async function invalidateCache({ page, url }) {
  await page.goto(`${url}/@sharedmemoize`)
  await page.getByRole('button', { name: 'Invalidate all functions' }).click()
  await page.getByRole('status').waitFor()
}

async function followVotes({ page, url, browser }) {
  await page.goto(`${url}${poll}`)
  const before = await votesIn(page)
  const other = await openPage(browser, url, { javaScriptEnabled: false })
  await vote({ page: other.page, url })
  await other.context.close()
  await page.waitForFunction(
    count => Number(document.querySelector('[data-total]').textContent.match(/\d+/)[0]) > count,
    before,
    { timeout: 30_000 },
  )
}

async function starSession({ page, url }) {
  await page.goto(`${url}/@schedule`)
  await page.locator('.star:visible').first().click()
  await page.reload()
  expectEqual(await page.locator('.star:visible').first().getAttribute('aria-pressed'), 'true', 'star after a reload')
}

async function readCode(locator) {
  const { data, info } = await sharp(await locator.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null
}

async function starredCalendar({ page, url }) {
  const panel = page.locator('.my-calendar').first()
  const show = () => panel.getByRole('button').click()
  await page.goto(`${url}/@schedule`)
  await show()
  await panel.locator('[data-none]').waitFor()
  for (const i of [0, 1]) await page.locator('.star:visible').nth(i).click()
  await show()
  const code = panel.getByRole('img')
  await code.waitFor()
  const address = await panel.getByRole('textbox').inputValue()
  expectEqual(await panel.getByRole('link').getAttribute('href'), address, 'the link to the calendar')
  const read = await readCode(code)
  const [start, numbers] = address.split('only=')
  expectEqual(read, `${start}only=${numbers.replaceAll(',', ':')}`, 'address in the code')
  for (const one of [address, read]) {
    const calendar = await (await fetch(one)).text()
    expectEqual(calendar.split('BEGIN:VEVENT').length - 1, 2, `sessions at ${one}`)
  }
}

async function manyStars({ page, url }) {
  const numbers = Array.from({ length: 401 }, (_, i) => 1_000_000_001 + i * 894_567)
  const guidOf = number => String(number).padStart(32, '0')
  let count = 0
  await page.route('**/@@schedule.json', async route => {
    const answer = await (await route.fetch()).json()
    const [day] = answer.schedule.conference.days
    day.rooms = { Hall: numbers.slice(0, count).map(id => ({ id, guid: guidOf(id) })) }
    await route.fulfill({ json: answer })
  })
  await page.goto(`${url}/@schedule`)
  await page.evaluate(stars => localStorage.setItem('plenum.stars', JSON.stringify(stars)), numbers.map(guidOf))
  await page.reload()
  const panel = page.locator('.my-calendar').first()
  for (const [stars, hasCode, isCut] of [
    [300, true, false],
    [301, false, false],
    [401, false, true],
  ]) {
    count = stars
    await panel.getByRole('button').click()
    await page.waitForFunction(
      chosen => document.querySelector('.my-calendar input').value.split(',').length === chosen,
      Math.min(stars, 400),
    )
    const shown = await panel
      .locator('[data-code], [data-many], [data-cut]')
      .evaluateAll(parts => parts.map(part => !part.hidden))
    expectEqual(JSON.stringify(shown), JSON.stringify([hasCode, !hasCode, isCut]), `parts with ${stars} stars`)
    if (!hasCode) continue
    await panel.locator('path[d]').waitFor({ state: 'attached' })
    const read = await readCode(panel.getByRole('img'))
    expectEqual(read?.split('only=')[1], numbers.slice(0, stars).join(':'), `code of ${stars} stars`)
  }
}

const editFlows = { addSpeaker, changeRelationsAndRows, editPageTogether }

const forAll = {
  vote,
  switchDay,
  filterSchedule,
  openMenu,
  moveSession,
  planTransition,
  revertVersion,
  invalidateCache,
  rejectPoll,
  ...deskFlows,
  ...editFlows,
  shareSchedule,
  changeOwnProfile,
  manageGroup,
  inviteWithoutMail,
  changeLogo,
}
const forAdministrators = new Set([
  ...Object.values({ ...editFlows, ...keyboardFlows, ...deskFlows, ...deskFlowsWithScript }),
  addImagesToText,
  formatText,
  keepHtml,
  uploadImage,
  moveSession,
  planTransition,
  revertVersion,
  invalidateCache,
  rejectPoll,
  shareSchedule,
  manageGroup,
  inviteWithoutMail,
  changeLogo,
])
const withScript = {
  addImagesToText,
  formatText,
  keepHtml,
  uploadImage,
  followVotes,
  starSession,
  filterStars,
  starredCalendar,
  manyStars,
  ...deskFlowsWithScript,
  ...keyboardFlows,
}

/** Logs the administrator in once for all flows, and returns the cookies. */
async function stateOfAdministrator(browser, { url, login }) {
  const { context, page } = await openPage(browser, url)
  await logIn(page, url, login)
  const state = await context.storageState()
  await context.close()
  return state
}

/**
 * Runs the flows in a browser with JavaScript and in a browser without JavaScript. Returns the failures as sentences.
 */
export async function runFlows(browser, { url, login, say }) {
  const failures = []
  const storageState = await stateOfAdministrator(browser, { url, login })
  for (const javaScriptEnabled of [true, false]) {
    const flows = Object.entries(javaScriptEnabled ? { ...forAll, ...withScript } : forAll)
    const kind = javaScriptEnabled ? 'with script' : 'without script'
    for (const [name, flow] of flows) {
      const session = forAdministrators.has(flow) ? { storageState } : {}
      const { context, page, faults } = await openPage(browser, url, { javaScriptEnabled, ...session })
      page.setDefaultTimeout(15_000)
      try {
        await flow({ page, url, login, browser })
        say(`${name} ${kind}: done`)
      } catch (error) {
        failures.push(`${name} ${kind}: ${error.message}`)
      }
      failures.push(...faults.map(fault => `${name} ${kind}: ${fault}`))
      await context.close()
    }
  }
  return failures
}
