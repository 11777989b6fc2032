/** The maximum number of tab stops between two controls. */
const maxStops = 250

/**
 * Presses the Tab key, or Shift+Tab, until an element has the focus. Estimates the number of tab stops first, because
 * querying the browser after each stop would be slow.
 */
export async function tabTo(page, locator) {
  const distance = await locator.evaluate(distanceTo)
  const key = distance < 0 ? 'Shift+Tab' : 'Tab'
  const hasFocus = () => locator.evaluate(element => element === document.activeElement)
  for (let stops = 1; stops < Math.abs(distance); stops += 1) await page.keyboard.press(key)
  for (let stops = 0; stops < maxStops; stops += 1) {
    if (await hasFocus()) return
    await page.keyboard.press(key)
  }
  throw new Error(`The Tab key does not reach ${locator}.`)
}

/**
 * Returns the number of tab stops from the focus to an element, which is negative if the element is before the focus.
 * Runs in the browser.
 */
function distanceTo(element) {
  const focusable = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]'
  const stops = [...document.querySelectorAll(focusable)].filter(
    stop =>
      stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility() && (stop.type !== 'radio' || stop === element),
  )
  return stops.indexOf(element) - stops.indexOf(document.activeElement)
}

/** Moves the focus to an element with the Tab key, and presses a key. */
export async function pressAt(page, locator, key = 'Enter') {
  await tabTo(page, locator)
  await page.keyboard.press(key)
}

export async function typeInto(page, locator, text) {
  await tabTo(page, locator)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Types the parts of a date and a time in the order of the browser's language, which is English. */
export async function typeInstant(page, locator, { date, time }) {
  await tabTo(page, locator)
  const [year, month, day] = date.split('-')
  await page.keyboard.type(`${month}${day}${year}`)
  await page.keyboard.press('Tab')
  await page.keyboard.type(time)
}

/** Opens the section that contains a control, if the section is closed. */
export async function openSectionOf(page, control) {
  const section = page.locator('details.form-section:not([open])', { has: page.locator(control) })
  if ((await section.count()) > 0) await pressAt(page, section.locator('summary').first())
}
