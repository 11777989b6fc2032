import { textOf } from '../reading/json.js'
import type { BlockProps } from './blockProps.js'

/** A block of an unknown type: its title and plain text. */
export function OtherBlock({ block }: BlockProps) {
  const [title, text] = [textOf(block.title) || textOf(block.headline), textOf(block.plaintext)]
  if (title === '' && text === '') return null
  return (
    <section class="prose">
      {title && <h2>{title}</h2>}
      {text && <p class="plain">{text}</p>}
    </section>
  )
}
