import type { PageOf } from '@plenum/core'
import { hasBlocks } from '../blocks/blockHolder.js'
import { Blocks } from '../blocks/blocks.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { LeadImage } from './picture.js'
import { RichText } from './richText.js'
import { TimeRange } from './sessionFacts.js'
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
  const { open_end, whole_day } = page.answer
  const [start, end] = [page.answer.start ?? '', page.answer.end ?? '']
  const shape = whole_day === true ? 'shortDay' : 'dayAndTime'
  const format = (instant: string) => formatInstant(instant, shape, page.language, zoneOf(page))
  const hasEnd = open_end !== true && ![format(start), ''].includes(format(end))
  return <TimeRange start={start} end={hasEnd ? end : ''} format={format} />
}
