import type { PageOf } from '@plenum/core'
import { hasBlocks } from '../blocks/blockHolder.js'
import { Blocks } from '../blocks/blocks.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { LeadImage } from './picture.js'
import { RichText } from './richText.js'
import { Title } from './title.js'

/** An event, with its time and location at the title. */
export function EventView({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  const link = answer.event_url
  return (
    <article class="narrow">
      <Title page={page} eyebrow={<EventTime page={page} />} />
      <p class="facts">
        {answer.location && <span>{answer.location}</span>}
        {answer.contact_name && <span>{answer.contact_name}</span>}
        {link && <a href={safeLink(link)}>{link}</a>}
      </p>
      <LeadImage content={answer} />
      <RichText value={answer.text} />
      {hasBlocks(answer) && <Blocks page={page} content={answer} isPart />}
    </article>
  )
}

function EventTime({ page }: { page: PageOf<'object'> }) {
  const { answer, language } = page
  const zone = zoneOf(page)
  const shape = answer.whole_day === true ? 'shortDay' : 'dayAndTime'
  const [start, end] = [answer.start ?? '', answer.open_end === true ? '' : (answer.end ?? '')]
  const [from, until] = [formatInstant(start, shape, language, zone), formatInstant(end, shape, language, zone)]
  return (
    <>
      <time dateTime={start}>{from}</time>
      {until && until !== from && (
        <>
          {' – '}
          <time dateTime={end}>{until}</time>
        </>
      )}
    </>
  )
}
