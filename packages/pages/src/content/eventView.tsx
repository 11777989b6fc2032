import type { HtmlPage } from '@plenum/core'
import { Blocks, hasBlocks } from '../blocks/blocks.js'
import { inWords, zoneOf } from '../reading/instants.js'
import { textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import { LeadImage } from './picture.js'
import { RichText } from './richText.js'
import { Title } from './title.js'

/** An event: when and where under the title. */
export function EventView({ page }: { page: HtmlPage }) {
  const { answer } = page
  const link = textOf(answer.event_url)
  return (
    <article class="narrow">
      <Title page={page} eyebrow={<EventTime page={page} />} />
      <p class="facts">
        {textOf(answer.location) && <span>{textOf(answer.location)}</span>}
        {textOf(answer.contact_name) && <span>{textOf(answer.contact_name)}</span>}
        {link && <a href={safeLink(link)}>{link}</a>}
      </p>
      <LeadImage content={answer} />
      <RichText value={answer.text} />
      {hasBlocks(answer) && <Blocks page={page} content={answer} isPart />}
    </article>
  )
}

function EventTime({ page }: { page: HtmlPage }) {
  const { answer, language } = page
  const zone = zoneOf(page)
  const shape = answer.whole_day === true ? 'shortDay' : 'dayAndTime'
  const [start, end] = [textOf(answer.start), answer.open_end === true ? '' : textOf(answer.end)]
  const [from, until] = [inWords(start, shape, language, zone), inWords(end, shape, language, zone)]
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
