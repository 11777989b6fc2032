// An editor for the HTML in a text area. The editor hides the text area, which still contains the HTML.
import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { imageAt, linkAt, moveBlock, setImage, setLink, toggle, typeAfterBlock } from './commands.js'
import { documentOf, htmlOf } from './html.js'
import { imageView } from './imageView.js'
import { keepBlocks } from './keepBlocks.js'
import { askIn } from './panel.js'
import { schemaFor } from './schema.js'
import { createToolbar } from './toolbar.js'
import { createUploads, uploadHandlers } from './uploads.js'

/** Adds an editor to a text area, and a button that switches between the editor and the HTML. */
export function enhance(textarea) {
  const texts = JSON.parse(textarea.dataset.texts)
  const isBlocks = textarea.dataset.isBlocks !== undefined
  const schema = schemaFor(isBlocks)
  const control = { textarea, texts, schema, label: labelOf(textarea), further: isBlocks ? [keepBlocks()] : [] }
  const hint = document.getElementById(`${textarea.id}-hint`)
  const htmlHint = hint.textContent
  const reason = Object.assign(document.createElement('p'), { className: 'help rich-reason', role: 'status' })
  const toggleButton = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'quiet rich-switch',
  })
  const isRequired = textarea.required
  let editor = null

  const show = next => {
    editor?.destroy()
    editor = next
    textarea.hidden = next !== null
    // Browsers do not send a form with a hidden text area that is required and empty. The server also checks for a
    // missing value.
    textarea.required = isRequired && next === null
    toggleButton.textContent = next ? texts.toHtml : texts.toEditor
    hint.textContent = next ? `${texts.hint} ${textarea.dataset.images ? texts.drop : ''}`.trim() : htmlHint
    reason.textContent = ''
    if (next) textarea.before(next.element)
  }
  const open = () => {
    const { doc, others } = documentOf(schema, textarea.value)
    show(doc && createEditor(control, doc))
    if (!doc) reason.textContent = others.length > 0 ? `${texts.remains} (${others.join(', ')})` : texts.remains
    return doc !== null
  }
  toggleButton.addEventListener('click', () => {
    if (!editor) {
      if (open()) editor.focus()
      return
    }
    show(null)
    textarea.focus()
  })
  textarea.after(toggleButton, reason)
  open()
  document.addEventListener('click', ({ target }) => {
    const isLabel = target.closest?.('label, a')
    if (editor && isLabel && (isLabel.htmlFor === textarea.id || isLabel.hash === `#${textarea.id}`)) editor.focus()
  })
}

function labelOf(textarea) {
  const label = textarea.labels[0]
  label.id ||= `${textarea.id}-label`
  return label
}

function createEditor({ textarea, texts, schema, label, further }, doc) {
  const element = Object.assign(document.createElement('div'), { className: 'rich-editor' })
  const original = textarea.value
  const viewNow = () => view
  const upload = textarea.dataset.images ? (file, alt) => uploads.start([file], view.state.selection.to, alt) : null
  const asks = asksOf(element, texts, viewNow, upload)
  const toolbar = createToolbar({ schema, texts, label: label.textContent.trim(), asks, run })
  const plugins = [history(), keymap(keysFor(schema, asks, toolbar)), keymap(baseKeymap), ...further]
  element.append(toolbar.element)
  const uploads = textarea.dataset.images ? createUploads({ textarea, texts, after: toolbar.element, viewNow }) : null
  const view = new EditorView(element, {
    state: EditorState.create({ doc, plugins }),
    attributes: attributesOf(textarea, label),
    handleTextInput: typeAfterBlock,
    nodeViews: { image: imageView, inline_image: imageView },
    ...(uploads ? uploadHandlers(uploads) : {}),
    dispatchTransaction(transaction) {
      const state = view.state.apply(transaction)
      view.updateState(state)
      uploads?.map(transaction.mapping)
      toolbar.update(state)
      if (transaction.docChanged) write(state.doc.eq(doc) ? original : htmlOf(state.doc))
    },
  })
  toolbar.update(view.state)

  function run(command) {
    const isPanel = Object.values(asks).includes(command)
    command(view.state, view.dispatch, view)
    if (!isPanel && !toolbar.element.contains(document.activeElement)) view.focus()
  }
  function write(html) {
    textarea.value = html
    textarea.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const destroy = () => {
    uploads?.stop()
    view.destroy()
    element.remove()
  }
  return { element, destroy, focus: () => view.focus() }
}

function attributesOf(textarea, label) {
  const shared = ['aria-describedby', 'aria-invalid'].filter(name => textarea.hasAttribute(name))
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': label.id,
    ...Object.fromEntries(shared.map(name => [name, textarea.getAttribute(name)])),
    ...(textarea.required ? { 'aria-required': 'true' } : {}),
  }
}

function keysFor(schema, { askLink }, toolbar) {
  const { list_item, hard_break } = schema.nodes
  const insertBreak = (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(hard_break.create()).scrollIntoView())
    return true
  }
  return {
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggle(schema, 'strong'),
    'Mod-i': toggle(schema, 'em'),
    'Mod-k': askLink,
    'Mod-]': sinkListItem(list_item),
    'Mod-[': liftListItem(list_item),
    'Alt-Shift-ArrowUp': moveBlock(-1),
    'Alt-Shift-ArrowDown': moveBlock(1),
    'Shift-Enter': chainCommands(exitCode, insertBreak),
    Enter: splitListItem(list_item),
    'Alt-F10': () => {
      toolbar.focus()
      return true
    },
  }
}

/**
 * The commands that prompt for a link or an image. Without `dispatch`, they only report whether they are applicable.
 */
function asksOf(element, texts, viewNow, upload) {
  const ask = async (options, apply) => {
    const values = await askIn(element, { ...options, texts })
    const view = viewNow()
    if (values) apply(values)(view.state, view.dispatch)
    view.focus()
  }
  return {
    askLink(state, dispatch) {
      const value = linkAt(state)
      const fields = [{ label: texts.address, value }]
      if (dispatch) void ask({ title: texts.link, fields, canRemove: value !== '' }, ([href]) => setLink(href))
      return true
    },
    askImage(state, dispatch) {
      const { src = '', alt = '' } = imageAt(state) ?? {}
      const fields = [
        { label: texts.imageAddress, value: src },
        { label: texts.alt, value: alt },
      ]
      const apply = ([src, alt]) => (src === '' ? () => false : setImage({ src, alt }))
      const file =
        upload && src === '' ? { label: texts.upload, choose: (chosen, [, alt]) => upload(chosen, alt) } : null
      if (dispatch) void ask({ title: texts.image, fields, file, canRemove: false }, apply)
      return true
    },
  }
}
