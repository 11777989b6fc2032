// Images that the user drops or pastes into the editor, or chooses in the panel of an image, become objects on the site.
import { insertImage } from './commands.js'

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/**
 * Returns an object that uploads images into the container at `textarea.dataset.images`, and inserts them when they
 * have arrived. `after` is the element below which the progress appears.
 */
export function createUploads({ textarea, texts, after, viewNow }) {
  const lines = make('div', { className: 'rich-uploads' })
  const status = make('p', { className: 'help' })
  status.setAttribute('role', 'status')
  after.after(lines)
  lines.append(status)
  const running = new Set()

  function start(file, pos, alt) {
    const { name } = file
    if (!file.type.startsWith('image/')) {
      status.textContent = fill(texts.uploadFailed, { name, reason: texts.noImage })
      return
    }
    const text = fill(texts.uploading, { name })
    const progress = make('progress', { max: 1, value: 0 })
    progress.setAttribute('aria-label', text)
    const cancel = make('button', { type: 'button', className: 'quiet', textContent: texts.uploadCancel })
    const line = make('div', { className: 'upload-progress' }, make('p', { textContent: text }), progress, cancel)
    lines.prepend(line)
    const upload = { pos, request: new XMLHttpRequest() }
    const { request } = upload
    running.add(upload)
    status.textContent = text
    const end = result => {
      running.delete(upload)
      line.remove()
      status.textContent = result
    }
    const fail = () => end(fill(texts.uploadFailed, { name, reason: reasonIn(request.response) }))
    cancel.addEventListener('click', () => {
      request.abort()
      end(texts.uploadCancelled)
      viewNow().focus()
    })
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      progress.value = total > 0 ? loaded / total : 0
    })
    request.addEventListener('error', fail)
    request.addEventListener('load', () => {
      if (request.status !== 200) return fail()
      const view = viewNow()
      // The service redirects to the new image.
      insertImage(upload.pos, { src: request.responseURL, alt })(view.state, view.dispatch)
      end(fill(texts.uploaded, { name }))
    })
    request.open('POST', textarea.dataset.images)
    request.setRequestHeader('Accept', 'text/html')
    request.responseType = 'document'
    request.send(bodyOf(file, textarea.form))
  }

  return {
    start: (files, pos, alt = '') => {
      for (const file of files) start(file, pos, alt)
    },
    /** Moves the positions of the running uploads when the document changes. */
    map: mapping => {
      for (const upload of running) upload.pos = mapping.map(upload.pos)
    },
    stop: () => {
      for (const { request } of running) request.abort()
      lines.remove()
    },
  }
}

function bodyOf(file, form) {
  const body = new FormData()
  body.set('token', form.elements.token.value)
  body.set('type', 'Image')
  body.set('field.title', file.name.replace(/\.\w{1,5}$/, ''))
  body.set('field.image', file)
  return body
}

const reasonIn = page => page?.querySelector('.form-problems li, main .lead')?.textContent.trim().slice(0, 200) ?? ''

/** The handlers of the view for dropped and pasted files. */
export const uploadHandlers = uploads => ({
  handleDrop(view, event) {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return false
    event.preventDefault()
    const { pos = view.state.selection.to } = view.posAtCoords({ left: event.clientX, top: event.clientY }) ?? {}
    uploads.start(files, pos)
    return true
  },
  handlePaste(view, event) {
    const files = [...(event.clipboardData?.files ?? [])]
    // Text processors also put an image of the copied text on the clipboard.
    if (files.length === 0 || event.clipboardData.types.includes('text/html')) return false
    uploads.start(files, view.state.selection.to)
    return true
  },
})
