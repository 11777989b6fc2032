import type { HtmlPage } from '@plenum/core'
import { Blocks, hasBlocks } from '../blocks/blocks.js'
import { inWords, zoneOf } from '../reading/instants.js'
import { textOf } from '../reading/json.js'
import { LeadImage } from './picture.js'
import { RichText } from './richText.js'
import { Title } from './title.js'

/** News: the day that it came out above the title. */
export function NewsView({ page }: { page: HtmlPage }) {
  const { answer } = page
  const effective = textOf(answer.effective)
  const day = inWords(effective, 'day', page.language, zoneOf(page))
  return (
    <article class="narrow">
      <Title page={page} eyebrow={day ? <time dateTime={effective}>{day}</time> : undefined} />
      <LeadImage content={answer} />
      <RichText value={answer.text} />
      {hasBlocks(answer) && <Blocks page={page} content={answer} isPart />}
    </article>
  )
}
