import type { PageOf } from '@plenum/core'
import type { DifferencePiece } from '@plenum/core/answers'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'

/** The differences between two versions, field by field; renders nothing if none are compared. */
export function Differences({ page }: { page: PageOf<'history'> }) {
  const diff = page.more.diff
  if (diff === undefined) return null
  const { fields } = diff
  const [one, two] = [diff.one, diff.two].map(version => (version === 'current' ? say(page, 'page.now') : version))
  return (
    <section class="differences" aria-labelledby="differences">
      <h2 id="differences">{say(page, 'page.differences', { one: one ?? '', two: two ?? '' })}</h2>
      {fields.length === 0 && <p>{say(page, 'page.no-differences')}</p>}
      <dl>
        {fields.map(field => (
          <div>
            <dt>{field.title}</dt>
            <dd class="plain">
              <Rows rows={field.pieces} draw={Piece} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Piece({ kind, text }: DifferencePiece) {
  if (kind === 'removed') return <del>{text}</del>
  return kind === 'added' ? <ins>{text}</ins> : <>{text}</>
}
