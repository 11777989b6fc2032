import type { HtmlPage } from '@plenum/core'
import type { TextControl } from '@plenum/core/answers'
import { say } from '../say.js'

export function richTextData(page: HtmlPage, { kind, blocks }: TextControl) {
  const script = page.assets.extras?.richText?.script
  if (kind !== 'richText' || script === undefined) return {}
  return {
    'data-rich-text': script,
    'data-is-blocks': blocks === undefined ? undefined : '',
    'data-images': imagesOf(page),
    'data-texts': JSON.stringify({ ...textsOf(page), hint: blocksHint(page, blocks) }),
  }
}

/** Returns the URL to which the editor uploads images, or undefined if the page contains no content form. */
function imagesOf(page: HtmlPage): string | undefined {
  if (page.view !== 'add' && page.view !== 'edit') return undefined
  const { image_container: container } = page.answer.form
  return container === null ? undefined : `${container}/@@do/add`
}

/**
 * Returns a hint that names the blocks that users can move but not change, or an empty string if there are no such
 * blocks.
 */
export const blocksHint = (page: HtmlPage, blocks: TextControl['blocks'] = []): string =>
  blocks.length === 0 ? '' : say(page, 'page.form-blocks', { names: blocks.join(', ') })

const textsOf = (page: HtmlPage) => ({
  toolbar: say(page, 'page.rich-toolbar'),
  bold: say(page, 'page.rich-bold'),
  italic: say(page, 'page.rich-italic'),
  heading2: say(page, 'page.rich-heading'),
  heading3: say(page, 'page.rich-subheading'),
  bullets: say(page, 'page.rich-bullets'),
  numbers: say(page, 'page.rich-numbers'),
  quote: say(page, 'page.rich-quote'),
  link: say(page, 'page.rich-link'),
  image: say(page, 'page.rich-image'),
  up: say(page, 'page.rich-up'),
  down: say(page, 'page.rich-down'),
  undo: say(page, 'page.rich-undo'),
  redo: say(page, 'page.rich-redo'),
  address: say(page, 'page.rich-address'),
  imageAddress: say(page, 'page.rich-image-address'),
  alt: say(page, 'page.rich-alt'),
  apply: say(page, 'page.rich-apply'),
  remove: say(page, 'page.rich-remove'),
  cancel: say(page, 'page.rich-cancel'),
  toHtml: say(page, 'page.rich-to-html'),
  toEditor: say(page, 'page.rich-to-editor'),
  upload: say(page, 'page.rich-upload'),
  drop: say(page, 'page.rich-drop'),
  uploading: say(page, 'page.upload-running', { name: '{name}' }),
  uploadCancel: say(page, 'page.upload-cancel'),
  uploadCancelled: say(page, 'page.upload-cancelled'),
  uploadFailed: say(page, 'page.rich-upload-failed', { name: '{name}', reason: '{reason}' }),
  uploaded: say(page, 'page.rich-uploaded', { name: '{name}' }),
  noImage: say(page, 'page.rich-no-image'),
  remains: say(page, 'page.rich-remains'),
})
