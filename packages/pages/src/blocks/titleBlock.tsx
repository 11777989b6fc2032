import { EventLinks } from '../content/frontMatter.js'
import { SessionFacts } from '../content/sessionFacts.js'
import { inWords, zoneOf } from '../reading/instants.js'
import { textOf, textsOf } from '../reading/json.js'
import type { BlockProps } from './blockProps.js'

/** The title of the object, with its description; that of an event says when it is. */
export function TitleBlock({ page, depth }: BlockProps) {
  const { answer } = page
  const days = textsOf(answer.days)
  if (depth > 0) return <h2>{textOf(answer.title)}</h2>
  return (
    <header class={days.length > 0 ? 'title hero' : 'title'}>
      {days.length > 0 ? <Days page={page} days={days} /> : <SessionFacts page={page} session={answer} />}
      <h1>{textOf(answer.title)}</h1>
      {textOf(answer.description) && <p class="lead">{textOf(answer.description)}</p>}
      {days.length > 0 && <EventLinks page={page} />}
    </header>
  )
}

/** The first and the last day of an event. */
function Days({ page, days }: { page: BlockProps['page']; days: readonly string[] }) {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const words = (day: string) => inWords(`${day}T12:00:00Z`, 'shortDay', page.language, 'UTC')
  const { start } = page.answer
  return (
    <p class="eyebrow">
      <time dateTime={first}>{words(first)}</time>
      {last !== first && (
        <>
          {' – '}
          <time dateTime={last}>{words(last)}</time>
        </>
      )}
      {textOf(start) && <span> · {zoneOf(page).replaceAll('_', ' ')}</span>}
    </p>
  )
}
