import { ask, expectEqual, openPage } from './browser.mjs'
import { openSectionOf, pressAt, tabTo, typeInstant, typeInto } from './keyboard.mjs'
import { image } from './pictures.mjs'

const field = (page, name) => page.locator(`main [name="field.${name}"]:not([type=hidden])`)
const button = (page, name) => page.locator('main').getByRole('button', { name, exact: true }).last()
const save = page => pressAt(page, button(page, 'Save'))
const waitForNotice = page => page.locator('.notice[role=status]').waitFor()

/** Checks that the focus is on the problems in a refused form, and that each problem is announced with its field. */
async function expectProblems(page, ...names) {
  await page.getByRole('alert').waitFor()
  const focused = await page.evaluate(() => document.activeElement.getAttribute('role'))
  expectEqual(focused, 'alert', 'the focus after a refusal')
  for (const name of names) {
    const described = await field(page, name).evaluate(control => ({
      isInvalid: control.getAttribute('aria-invalid'),
      hasText: (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .every(id => document.getElementById(id)?.textContent.trim()),
    }))
    expectEqual(JSON.stringify(described), '{"isInvalid":"true","hasText":true}', `the announcement of ${name}`)
  }
}

/** Adds a session with rich text, dates, choices, relations and tags, and corrects the refused fields. */
async function addTalk({ page, url, login }) {
  await page.goto(`${url}/schedule/@@add?type=Talk`)
  await page.locator('.ProseMirror').first().waitFor()
  await save(page)
  await expectProblems(page, 'title', 'description')
  await page.locator('.ProseMirror').first().waitFor()
  await typeInto(page, field(page, 'title'), 'By keyboard')
  await typeInto(page, field(page, 'description'), 'Without a mouse')
  const presenters = page.locator('#c-field-presenters')
  await tabTo(page, page.locator('#c-field-text').locator('xpath=..').locator('.ProseMirror'))
  await page.keyboard.type('Keys alone')
  await typeInto(page, presenters.getByRole('searchbox'), 'luz')
  await page.keyboard.press('Enter')
  const checkbox = presenters.getByRole('checkbox', { name: 'Luz Atalaya' })
  await checkbox.waitFor()
  await pressAt(page, checkbox, 'Space')
  await typeInstant(page, field(page, 'start'), { date: '2027-06-18', time: '0715AM' })
  await typeInstant(page, field(page, 'end'), { date: '2027-06-18', time: '0745AM' })
  await pressAt(page, page.locator('#c-field-room').getByRole('checkbox').first(), 'Space')
  await openSectionOf(page, '#c-field-subjects')
  await typeInto(page, field(page, 'subjects'), 'keyboard')
  await save(page)
  await waitForNotice(page)
  const talk = await ask(url, login, 'GET', new URL(page.url()).pathname)
  expectEqual(talk.start, '2027-06-18T06:15:00+00:00', 'the start')
  expectEqual(talk.text.data.includes('Keys alone'), true, 'the rich text')
  const chosen = [talk.room.length, talk.presenters[0]?.title, talk.subjects[0]]
  expectEqual(chosen.join(), '1,Luz Atalaya,keyboard', 'the room, the presenter and the tag')
  await pressAt(page, page.getByRole('link', { name: 'Delete', exact: true }))
  await page.locator('main form .danger').waitFor()
  await pressAt(page, button(page, 'Delete'))
  await waitForNotice(page)
}

/** Adds an image, and a poll with rows. Then votes in the poll, and changes its state. */
async function addImageAndPoll({ page, url }) {
  // The browser needs time to register the listener before the key is pressed.
  const opened = page.waitForEvent('filechooser')
  await page.goto(`${url}/@@add?type=Image`)
  await typeInto(page, field(page, 'title'), 'Keys')
  await pressAt(page, page.locator('#c-field-image-file'))
  await (await opened).setFiles(image)
  await save(page)
  await waitForNotice(page)
  await page.goto(`${url}/@@add?type=collective.polls.poll`)
  await typeInto(page, field(page, 'title'), 'Keyboard poll')
  for (const i of [0, 1]) {
    const option = field(page, `options.${i}.description`)
    await openSectionOf(page, '#c-field-options')
    if ((await option.count()) === 0) await pressAt(page, page.locator('[value="row field.options"]'))
    await option.waitFor()
    await typeInto(page, option, `Option ${i}`)
  }
  await save(page)
  await waitForNotice(page)
  const poll = page.url().split('?', 1)[0]
  await page.goto(`${poll}/@workflow`)
  await pressAt(page, page.locator('main').getByRole('button', { name: 'Open', exact: true }))
  await waitForNotice(page)
  await page.goto(poll)
  await pressAt(page, page.getByRole('radio').first(), 'Space')
  await pressAt(page, button(page, 'Vote'))
  await page.getByText('You have voted').waitFor()
}

/** Plans a transition, grants a role, adds a group with a member, and changes a setting. */
async function administer({ page, url, login }) {
  await page.goto(`${url}/schedule/the-gulls-won/@workflow`)
  await pressAt(page, page.locator('summary', { hasText: 'Plan a transition' }))
  await tabTo(page, page.getByLabel('Transition', { exact: true }))
  await page.keyboard.type('Ret')
  await typeInstant(page, page.getByLabel(/^Time/), { date: '2035-06-17', time: '0930AM' })
  await pressAt(page, button(page, 'Plan a transition'))
  await waitForNotice(page)
  await pressAt(page, page.getByRole('button', { name: 'Cancel (Retract)' }))
  await waitForNotice(page)
  const user = 'keys'
  const password = 'Secret-password-2'
  await ask(url, login, 'POST', '/@users', { username: user, email: 'keys@example.org', fullname: 'Keys', password })
  await page.goto(`${url}/schedule/@sharing`)
  await typeInto(page, page.getByLabel('Add people or groups'), user)
  await page.keyboard.press('Enter')
  const grant = page.getByLabel('Can edit: Keys')
  await grant.waitFor()
  await pressAt(page, grant, 'Space')
  await save(page)
  await waitForNotice(page)
  await page.goto(`${url}/@@add-group`)
  await typeInto(page, field(page, 'groupname'), 'keyboarders')
  await pressAt(page, button(page, 'Add a group'))
  await waitForNotice(page)
  await page.goto(`${url}/@@settings/site`)
  await typeInto(page, field(page, 'site_title'), 'Long Light')
  await save(page)
  await waitForNotice(page)
  await page.goto(`${url}/@@invite`)
  await typeInto(page, field(page, 'username'), 'ada')
  await pressAt(page, button(page, 'Invite a person'))
  await expectProblems(page, 'email')
  await page.goto(`${url}/@webhooks`)
  const add = page.locator('details', { has: page.locator('#webhook-address') })
  if ((await add.getAttribute('open')) === null) await pressAt(page, add.locator('summary'))
  await typeInto(page, page.locator('#webhook-address'), 'https://hooks.example.org/keys')
  await pressAt(page, button(page, 'Add a webhook'))
  await page.getByRole('heading', { name: 'Secret of the webhook' }).waitFor()
}

/** Checks that a faulty programme is not imported, and moves a session with the form on the programme desk. */
async function checkProgramme({ page, url }) {
  await page.goto(`${url}/@@import-programme`)
  await typeInto(page, page.locator('#import-text'), '{')
  await pressAt(page, button(page, 'Check the file'))
  await expectProblems(page)
  await page.goto(`${url}/@@desk?day=2027-06-18`)
  await pressAt(page, page.locator('.desk-tile').getByRole('link', { name: 'Offline for a fortnight' }))
  await page.getByLabel('Duration in minutes').waitFor()
  await typeInto(page, page.getByLabel('Duration in minutes'), '40')
  await pressAt(page, button(page, 'Move the session'))
  await page.locator('.notice').waitFor()
  await pressAt(page, button(page, 'Undo'))
  await page.locator('.notice').waitFor()
}

async function planByKeyboard({ page, url }) {
  await page.goto(`${url}/schedule/the-gulls-won/@workflow`)
  const plan = page.locator('details', { has: page.locator('[name="at"]') })
  await pressAt(page, plan.locator('summary'))
  await tabTo(page, plan.locator('select'))
  await page.keyboard.type('Retract')
  await typeInstant(page, plan.locator('[name="at"]'), { date: '2035-06-17', time: '0930AM' })
  await typeInto(page, plan.getByLabel('Comment'), 'Planned by keyboard')
  await pressAt(page, button(page, 'Plan a transition'))
  await waitForNotice(page)
  const row = page.getByRole('row', { name: /Planned by keyboard/ })
  await row.filter({ hasText: 'Jun 17, 2035, 09:30' }).waitFor()
  await pressAt(page, row.getByRole('button', { name: 'Cancel (Retract)' }))
  await waitForNotice(page)
  await row.waitFor({ state: 'detached' })
}

/** Logs in after a wrong password, changes the user's own profile, and requests a link for a new password. */
async function useAccount({ url, login, browser }) {
  const [user, password] = ['typist', 'Secret-password-4']
  await ask(url, login, 'POST', '/@users', { username: user, email: 'typist@example.org', password })
  const { context, page } = await openPage(browser, url)
  page.setDefaultTimeout(15_000)
  try {
    await page.goto(`${url}/login`)
    for (const secret of ['Wrong-password-1', password]) {
      await typeInto(page, page.locator('#login-name'), user)
      await typeInto(page, page.locator('#login-password'), secret)
      await page.keyboard.press('Enter')
      if (secret !== password) await page.getByRole('alert').waitFor()
    }
    await page.locator('.account .menu').last().waitFor()
    await page.goto(`${url}/@@users/${user}`)
    await typeInto(page, field(page, 'email'), 'nowhere')
    await save(page)
    await expectProblems(page, 'email')
    await typeInto(page, field(page, 'email'), 'typist@example.org')
    await typeInto(page, field(page, 'fullname'), 'Tess Typist')
    await save(page)
    await waitForNotice(page)
    await page.goto(`${url}/login?forgot`)
    await typeInto(page, page.locator('#forgot-name'), user)
    await page.keyboard.press('Enter')
    await page.getByRole('status').or(page.getByRole('alert')).first().waitFor()
  } finally {
    await context.close()
  }
}

/** Saves a form after another editor has changed the object, and keeps the value of the other editor. */
async function correctTogether({ page, url, login }) {
  const path = '/schedule/the-gulls-won'
  const { title, description } = await ask(url, login, 'GET', path)
  await page.goto(`${url}${path}/@@edit`)
  await page.locator('.ProseMirror').first().waitFor()
  await ask(url, login, 'PATCH', path, { title: 'The gulls drew' })
  await typeInto(page, field(page, 'title'), 'The gulls tied')
  await typeInto(page, field(page, 'description'), 'Changed by keyboard')
  await save(page)
  await page.getByRole('alert').waitFor()
  await page.locator('.ProseMirror').first().waitFor()
  await pressAt(page, page.getByRole('checkbox', { name: 'Keep this value: Title' }), 'Space')
  await save(page)
  await waitForNotice(page)
  const saved = await ask(url, login, 'GET', path)
  expectEqual([saved.title, saved.description].join(), 'The gulls drew,Changed by keyboard', 'the two corrections')
  await ask(url, login, 'PATCH', path, { title, description })
}

export const keyboardFlows = {
  addTalk,
  addImageAndPoll,
  administer,
  checkProgramme,
  planByKeyboard,
  useAccount,
  correctTogether,
}
