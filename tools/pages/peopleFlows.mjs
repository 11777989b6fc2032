import { ask, expectEqual, logIn } from './browser.mjs'
import { image } from './pictures.mjs'

const password = 'Secret-password-2'
const waitForNotice = page => page.getByRole('status').first().waitFor()

let users = 0

async function addUser(url, login, fullname) {
  users += 1
  const user = `visitor${users}`
  await ask(url, login, 'POST', '/@users', { username: user, email: `${user}@example.org`, fullname, password })
  return { user, password }
}

export async function shareSchedule({ page, url, login }) {
  const { user } = await addUser(url, login, 'Shared With')
  for (const isChecked of [true, false]) {
    await page.goto(`${url}/schedule/@sharing`)
    if (isChecked) {
      await page.getByLabel('Add people or groups').fill(user)
      await page.getByRole('button', { name: 'Find' }).click()
    }
    await page.getByLabel('Can edit: Shared With').setChecked(isChecked)
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForNotice(page)
    const { entries } = await ask(url, login, 'GET', `/schedule/@sharing?search=${user}`)
    expectEqual(entries.find(({ id }) => id === user).roles.Editor, isChecked, 'the role Editor')
  }
}

export async function changeOwnProfile({ page, url, login }) {
  const member = await addUser(url, login, 'Ada')
  await logIn(page, url, member)
  await page.goto(`${url}/@@users/${member.user}`)
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await page.locator('input[type=file]').setInputFiles(image)
  await page.getByRole('button', { name: 'Save' }).click()
  await waitForNotice(page)
  await page.locator('.profile-head img').waitFor()
  await page.getByLabel('Current password').focus()
  for (const text of ['Wrong-password-1', 'Other-password-3', 'Other-password-3']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  expectEqual(await page.getByLabel('Current password').getAttribute('aria-invalid'), 'true', 'the wrong password')
  await page.getByLabel('Current password').focus()
  for (const text of [password, 'Other-password-3', 'Other-password-3']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await waitForNotice(page)
  await page.locator('.account .menu').last().locator('summary').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await logIn(page, url, { user: member.user, password: 'Other-password-3' })
}

/** Adds a group and a member, and removes the group after a confirmation. */
export async function manageGroup({ page, url, login }) {
  const { user } = await addUser(url, login, 'Group Member')
  await page.goto(`${url}/@@groups`)
  await page.getByRole('link', { name: 'Add a group' }).click()
  await page.getByLabel('Name').first().fill(`crew ${user}`)
  await page.getByLabel('Editor').check()
  await page.getByRole('button', { name: 'Add a group' }).click()
  await waitForNotice(page)
  await page.getByLabel('Find people to add').fill(user)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByLabel('Group Member').first().check()
  await page.getByRole('button', { name: 'Save members' }).click()
  await waitForNotice(page)
  expectEqual(await page.getByRole('checkbox', { name: 'Group Member' }).isChecked(), true, 'the member')
  await page.getByRole('link', { name: /^Remove the group/ }).click()
  await page.getByRole('button', { name: /^Remove the group/ }).click()
  await waitForNotice(page)
  expectEqual(await page.getByRole('link', { name: `crew ${user}` }).count(), 0, 'the removed group')
}

/** Checks that an invitation without a mail server is refused, and that screen readers announce the reason. */
export async function inviteWithoutMail({ page, url }) {
  await page.goto(`${url}/@@users`)
  await page.getByRole('link', { name: 'Invite a person' }).click()
  await page.getByLabel('E-mail address').fill('ada@example.org')
  await page.getByLabel('Username').fill('ada')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await page.getByRole('alert').waitFor()
  expectEqual(await page.getByLabel('Username').inputValue(), 'ada', 'the entered username')
}

export async function changeLogo({ page, url }) {
  await page.goto(`${url}/@@settings`)
  await page.getByRole('link', { name: 'Site', exact: true }).click()
  await page.locator('input[type=file]').setInputFiles(image)
  await page.getByRole('button', { name: 'Save' }).click()
  await waitForNotice(page)
  await page.locator('.site-name img').waitFor()
  await page.locator('main img.preview').waitFor()
  await page.locator('input[type=checkbox][value=remove]').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await waitForNotice(page)
  expectEqual(await page.locator('.site-name img').count(), 0, 'the removed logo')
}
