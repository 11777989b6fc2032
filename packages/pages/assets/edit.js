// Enhances pages with content forms, which also work without this script.
const form = document.querySelector('.content-form')

/** Moves the focus to the list of problems after a form was refused. */
document.querySelector('.form-problems')?.focus()

const status = document.createElement('p')
status.setAttribute('role', 'status')
status.className = 'form-status'

/** Sends the form to change one control. Returns the changed control, or null if the request fails. */
async function changedControl(id, change, signal) {
  // Files are omitted, because this request stores nothing.
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
  const body = new URLSearchParams([...fields, ['change', change]])
  const headers = { Accept: 'text/html' }
  const answer = await fetch(form.getAttribute('action'), { method: 'POST', body, headers, signal }).catch(() => null)
  if (!answer?.ok) return null
  return new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(id)
}

/** Replaces the control that contains a button with the changed control. */
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

/** Shows search results while the user types, without replacing the input element. */
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

/**
 * Returns a debounced function, which runs `call` with the last value when no further call follows within
 * `milliseconds`.
 */
function afterPause(call, milliseconds) {
  let timer
  const cancel = () => clearTimeout(timer)
  const callSoon = value => {
    cancel()
    timer = setTimeout(call, milliseconds, value)
  }
  return Object.assign(callSoon, { cancel })
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
    // A pending search is cancelled, because it could replace results that the user has selected in the meantime.
    searchSoon.cancel()
    void search(event.target)
  })
}

/** Warns before the user leaves a page with unsaved changes, and lets the user save with Ctrl+S. */
if (form) {
  let isChanged = document.querySelector('.form-problems') !== null
  form.addEventListener('input', () => {
    isChanged = true
  })
  form.addEventListener('submit', event => {
    if (!event.defaultPrevented) isChanged = false
    // URL encoding is used for forms without files, because more fields are allowed in this encoding.
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

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

const sizeOf = bytes => (bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`)

const fillIn = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')

async function showPreview(box, file) {
  const image = file.type.startsWith('image/') && (await createImageBitmap(file).catch(() => null))
  if (!image) return
  const scale = Math.min(1, 320 / image.width, 192 / image.height)
  const size = { width: Math.ceil(image.width * scale), height: Math.ceil(image.height * scale) }
  const canvas = make('canvas', { ...size, className: 'preview' })
  canvas.getContext('2d').drawImage(image, 0, 0, size.width, size.height)
  canvas.setAttribute('aria-hidden', 'true')
  image.close()
  box.prepend(canvas)
}

/** Shows an uploaded file in the same way as the service does after a form was refused. */
function showPending(box, { id, filename: name, size }) {
  const control = box.closest('[data-upload]')
  const field = control.querySelector('input[type="file"]')
  const text = fillIn(control.dataset.pending, { name, size: sizeOf(size) })
  const discard = make('input', { type: 'checkbox', name: field.name, value: 'unused' })
  box
    .querySelector('.upload-progress')
    .replaceWith(
      make('input', { type: 'hidden', name: field.name, value: `pending-${id}` }),
      make('p', { textContent: text }),
      make('label', {}, discard, make('span', { textContent: control.dataset.discard })),
    )
  field.value = ''
  status.textContent = text
}

/** Uploads the selected file of a control. If the upload fails, the file is sent when the user saves the form. */
function upload(control) {
  const field = control.querySelector('input[type="file"]')
  const [file] = field.files
  control.uploading?.abort()
  control.querySelector('.pending-file')?.remove()
  if (!file) return
  const running = fillIn(control.dataset.running, { name: file.name })
  const progress = make('progress', { max: 1, value: 0 })
  progress.setAttribute('aria-label', running)
  const cancel = make('button', { type: 'button', className: 'quiet', textContent: control.dataset.cancel })
  const line = make('div', { className: 'upload-progress' }, make('p', { textContent: running }), progress, cancel)
  const box = make('div', { className: 'pending-file' }, line)
  field.after(box)
  status.textContent = running
  void showPreview(box, file)
  const request = new XMLHttpRequest()
  control.uploading = request
  const giveUp = text => {
    box.remove()
    status.textContent = text
  }
  const fail = () => {
    giveUp('')
    const text = fillIn(control.dataset.failed, { name: file.name })
    field.after(make('div', { className: 'pending-file' }, make('p', { textContent: text })))
    status.textContent = text
  }
  cancel.addEventListener('click', () => {
    request.abort()
    field.value = ''
    giveUp(control.dataset.cancelled)
    field.focus()
  })
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    progress.value = total > 0 ? loaded / total : 0
  })
  request.addEventListener('error', fail)
  request.addEventListener('load', () =>
    request.status === 200 && request.response ? showPending(box, request.response) : fail(),
  )
  const body = new FormData()
  body.set('token', form.elements.token.value)
  body.set('file', file)
  request.open('POST', control.dataset.upload)
  request.responseType = 'json'
  request.send(body)
}

/** Uploads files before the form is sent, and allows users to drag files to the control. */
for (const control of document.querySelectorAll('[data-upload]')) {
  const field = control.querySelector('input[type="file"]')
  field.before(make('p', { className: 'help', textContent: control.dataset.drop }))
  field.addEventListener('change', () => upload(control))
  for (const name of ['dragenter', 'dragover'])
    control.addEventListener(name, event => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      control.classList.add('dropping')
    })
  for (const name of ['dragleave', 'drop']) control.addEventListener(name, () => control.classList.remove('dropping'))
  control.addEventListener('drop', event => {
    if (!event.dataTransfer?.files.length) return
    event.preventDefault()
    const files = new DataTransfer()
    files.items.add(event.dataTransfer.files[0])
    field.files = files.files
    field.dispatchEvent(new Event('input', { bubbles: true }))
    upload(control)
  })
  form.addEventListener('submit', event => {
    if (!event.defaultPrevented) control.uploading?.abort()
  })
}

/** Replaces text areas for rich text with an editor. If the editor cannot be loaded, the user edits the HTML. */
for (const textarea of document.querySelectorAll('[data-rich-text]'))
  void import(textarea.dataset.richText).then(({ enhance }) => enhance(textarea))
