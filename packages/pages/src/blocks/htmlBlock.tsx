import { CleanHtml } from '../content/richText.js'
import { textOf } from '../reading/json.js'
import type { BlockProps } from './blockProps.js'

export function HtmlBlock({ block }: BlockProps) {
  const html = textOf(block.html)
  return html === '' ? null : <CleanHtml html={html} />
}
