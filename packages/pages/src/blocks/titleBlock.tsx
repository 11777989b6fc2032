import { EventHeader, hasDays } from '../content/eventHeader.js'
import { SessionFacts } from '../content/sessionFacts.js'
import { textOf } from '../reading/json.js'
import type { BlockProps } from './blockProps.js'

/** The title of the object, with its description; that of an event says when it is. */
export function TitleBlock({ page, depth }: BlockProps) {
  const { answer } = page
  if (depth > 0) return <h2>{textOf(answer.title)}</h2>
  if (hasDays(page)) return <EventHeader page={page} />
  return (
    <header class="title">
      <SessionFacts page={page} session={answer} />
      <h1>{textOf(answer.title)}</h1>
      {textOf(answer.description) && <p class="lead">{textOf(answer.description)}</p>}
    </header>
  )
}
