import { objectOf, objectsOf, textOf } from '../reading/json.js'
import type { BlockProps } from './blockProps.js'

/** Text of Volto's older editor (Draft.js): paragraphs, headings and lists, without inline formatting. */
export function DraftText({ block }: BlockProps) {
  const lines = objectsOf(objectOf(block.text).blocks)
  return (
    <div class="prose">
      {lines.map(line => {
        const text = textOf(line.text)
        if (text === '') return null
        switch (textOf(line.type)) {
          case 'header-one':
          case 'header-two':
            return <h2>{text}</h2>
          case 'header-three':
            return <h3>{text}</h3>
          case 'blockquote':
            return <blockquote>{text}</blockquote>
          default:
            return <p>{text}</p>
        }
      })}
    </div>
  )
}
