// Pages with forms for content work without this script.
const form = document.querySelector('.content-form')

/** Moves the focus to the reasons why a form was refused. */
document.querySelector('.form-problems')?.focus()

/** Announces a change to screen readers. */
const status = document.createElement('p')
status.setAttribute('role', 'status')
status.className = 'form-status'

/** Sends the form for a change of one control, and returns the changed control, or null if the request fails. */
async function changedControl(id, change, signal) {
  // Files would be uploaded in vain, because a change stores nothing.
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
  const body = new URLSearchParams([...fields, ['change', change]])
  const headers = { Accept: 'text/html' }
  const answer = await fetch(form.getAttribute('action'), { method: 'POST', body, headers, signal }).catch(() => null)
  if (!answer?.ok) return null
  return new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(id)
}

/** Replaces the control of a button with the control after the change. */
async function applyChange(button) {
  const control = button.closest('.control-rows, .control-relations')
  const next = await changedControl(control.id, button.value)
  if (!next) return form.requestSubmit(button)
  const label = button.getAttribute('aria-label')
  const count = control.querySelectorAll('.row').length
  control.replaceWith(next)
  const rows = [...next.querySelectorAll('.row')]
  const focused =
    (label && rows.length === count && next.querySelector(`button[aria-label="${CSS.escape(label)}"]:enabled`)) ||
    rows.at(-1)?.querySelector('input:not([type="hidden"])') ||
    next.querySelector('[data-search]') ||
    next
  focused.focus()
  status.textContent = next.querySelector('.results legend')?.textContent ?? ''
  form.dispatchEvent(new Event('input', { bubbles: true }))
}

let searching = new AbortController()

/** Shows results while the user types, without replacing the input. */
async function search(input) {
  searching.abort()
  searching = new AbortController()
  const control = input.closest('.control-relations')
  const next = await changedControl(control.id, input.dataset.search, searching.signal)
  if (!next) return
  const results = next.querySelector('.results')
  control.querySelector('.results')?.remove()
  if (results) control.append(results)
  status.textContent = results
    ? `${results.querySelector('legend').textContent}: ${results.querySelectorAll('label').length}`
    : ''
}

/** Calls a function after a pause in the calls. */
function afterPause(call, milliseconds) {
  let timer
  return value => {
    clearTimeout(timer)
    timer = setTimeout(call, milliseconds, value)
  }
}

if (form) {
  form.append(status)
  const searchSoon = afterPause(search, 250)
  form.addEventListener('submit', event => {
    const { submitter } = event
    if (submitter?.name !== 'change' || submitter.value === 'enter' || submitter.dataset.retried) return
    event.preventDefault()
    submitter.dataset.retried = 'true'
    void applyChange(submitter)
  })
  form.addEventListener('input', ({ target }) => {
    if (target.dataset?.search) searchSoon(target)
  })
  form.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || !event.target.dataset?.search) return
    event.preventDefault()
    void search(event.target)
  })
}

/** Warns before the user leaves the page with unsaved changes, and saves with Ctrl+S. */
if (form) {
  let isChanged = document.querySelector('.form-problems') !== null
  form.addEventListener('input', () => {
    isChanged = true
  })
  form.addEventListener('submit', event => {
    if (!event.defaultPrevented) isChanged = false
    // A form without files may contain more fields in this encoding.
    const hasFile = [...form.querySelectorAll('input[type="file"]')].some(({ files }) => files.length > 0)
    if (form.enctype === 'multipart/form-data' && !hasFile) form.enctype = 'application/x-www-form-urlencoded'
    else if (hasFile) form.enctype = 'multipart/form-data'
  })
  addEventListener('beforeunload', event => {
    if (isChanged) event.preventDefault()
  })
  addEventListener('keydown', event => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    form.requestSubmit(form.querySelector('.form-buttons button'))
  })
}

/** Replaces text areas for rich text with an editor. Without the editor, the user edits their HTML. */
for (const textarea of document.querySelectorAll('[data-rich-text]'))
  void import(textarea.dataset.richText).then(({ enhance }) => enhance(textarea))
