let panels = 0

/**
 * Shows a group of inputs below the toolbar until the user applies or cancels them. Resolves to the values, or to
 * null after cancelling. The inputs have no names, so that browsers do not send them with the form. With `file`, the
 * panel also contains an input for an image. If the user chooses an image, the panel closes, and `file.choose` receives
 * the image and the values.
 */
export function askIn(editor, { title, fields, file, texts, canRemove }) {
  panels += 1
  const panel = document.createElement('div')
  panel.className = 'rich-panel'
  panel.setAttribute('role', 'group')
  panel.setAttribute('aria-label', title)
  const inputs = fields.map(({ label, value }, i) => {
    const input = Object.assign(document.createElement('input'), { type: 'text', id: `rich-${panels}-${i}`, value })
    const name = Object.assign(document.createElement('label'), { htmlFor: input.id, textContent: label })
    panel.append(name, input)
    return input
  })
  const fileInput = file && fileInputIn(panel, file.label)
  const buttons = Object.assign(document.createElement('div'), { className: 'rich-panel-buttons' })
  panel.append(buttons)
  editor.querySelector('.rich-panel')?.dispatchEvent(new Event('cancel'))
  editor.querySelector('.rich-tools').after(panel)
  inputs[0].focus()
  inputs[0].select()
  return new Promise(resolve => {
    const end = result => {
      panel.remove()
      resolve(result)
    }
    const values = () => inputs.map(({ value }) => value.trim())
    const add = (text, kind, result) => {
      const button = Object.assign(document.createElement('button'), {
        type: 'button',
        className: kind,
        textContent: text,
      })
      button.addEventListener('click', () => end(result()))
      buttons.append(button)
    }
    add(texts.apply, 'secondary', values)
    if (canRemove) add(texts.remove, 'quiet', () => fields.map(() => ''))
    add(texts.cancel, 'quiet', () => null)
    panel.addEventListener('cancel', ({ target }) => target === panel && end(null))
    fileInput?.addEventListener('change', () => {
      const [chosen] = fileInput.files
      if (!chosen) return
      end(null)
      file.choose(chosen, values())
    })
    // Input events are stopped here, because the form only changes when the values are applied.
    panel.addEventListener('input', event => event.stopPropagation())
    panel.addEventListener('keydown', event => {
      if (event.key === 'Escape') end(null)
      else if (event.key !== 'Enter' || event.target.type !== 'text') return
      else end(values())
      event.preventDefault()
    })
  })
}

function fileInputIn(panel, text) {
  const input = Object.assign(document.createElement('input'), {
    type: 'file',
    accept: 'image/*',
    id: `rich-${panels}-file`,
  })
  panel.append(Object.assign(document.createElement('label'), { htmlFor: input.id, textContent: text }), input)
  return input
}
