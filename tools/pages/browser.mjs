import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export function findChromium() {
  return [process.env.CHROMIUM ?? '', ...places].find(place => place !== '' && existsSync(place)) ?? null
}

export function openBrowser(executablePath) {
  const isRoot = process.getuid?.() === 0
  return chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] })
}

/** Opens a page. `faults` in the result contains requests to other hosts, policy violations and script errors. */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options })
  const page = await context.newPage()
  const faults = []
  page.on('request', request => {
    if (!request.url().startsWith(`${url}/`)) faults.push(`asks ${request.url()}`)
  })
  page.on('pageerror', error => faults.push(String(error)))
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
  })
  return { context, page, faults }
}

export async function logIn(page, url, { user, password }) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(user)
  await page.getByLabel('Password').fill(password)
  await page.locator('main').getByRole('button', { name: 'Log in' }).click()
  await page.locator('.account .menu').last().waitFor()
}

export async function ask(url, { user, password }, method, path, body) {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.status === 204 ? null : response.json()
}

export function expectEqual(actual, expected, what) {
  if (actual !== expected) throw new Error(`${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`)
}

/** Fills a text field or a text area. If an editor for rich text has replaced the text area, switches to HTML first. */
export async function fillText(field, text) {
  const hasEditor = field.page().evaluate(() => document.querySelector('.form-status') !== null)
  if ((await field.getAttribute('data-rich-text')) !== null && (await hasEditor))
    await field.locator('xpath=..').getByRole('button', { name: 'Edit as HTML' }).click()
  await field.fill(text)
}
