import type { HtmlPage, JsonObject } from '@plenum/core'
import { objectOf, objectsOf, textOf } from '../reading/json.js'
import { say } from '../say.js'
import { Rows } from '../turns/rows.js'

/** What two versions do not have in common, field by field; nothing when none are compared. */
export function Differences({ page }: { page: HtmlPage }) {
  const diff = page.more.diff
  if (diff === undefined) return null
  const fields = objectsOf(diff.fields)
  const [one, two] = [diff.one, diff.two].map(version =>
    version === 'current' ? say(page, 'page.now') : textOf(version),
  )
  return (
    <section class="differences" aria-labelledby="differences">
      <h2 id="differences">{say(page, 'page.differences', { one: one ?? '', two: two ?? '' })}</h2>
      {fields.length === 0 && <p>{say(page, 'page.no-differences')}</p>}
      <dl>
        {fields.map(field => (
          <div>
            <dt>{textOf(field.title)}</dt>
            <dd class="plain">
              <Rows rows={objectsOf(field.pieces)} draw={Piece} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Piece(piece: JsonObject) {
  const text = textOf(objectOf(piece).text)
  if (piece.kind === 'removed') return <del>{text}</del>
  return piece.kind === 'added' ? <ins>{text}</ins> : <>{text}</>
}
