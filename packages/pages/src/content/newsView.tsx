import type { PageOf } from '@plenum/core'
import { hasBlocks } from '../blocks/blockHolder.js'
import { Blocks } from '../blocks/blocks.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { LeadImage } from './picture.js'
import { RichText } from './richText.js'
import { Title } from './title.js'

/** A news item, with its publication date above the title. */
export function NewsView({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  const effective = answer.effective ?? ''
  const day = formatInstant(effective, 'day', page.language, zoneOf(page))
  return (
    <article class="narrow">
      <Title page={page} eyebrow={day ? <time dateTime={effective}>{day}</time> : undefined} />
      <LeadImage content={answer} />
      <RichText value={answer.text} />
      {hasBlocks(answer) && <Blocks page={page} content={answer} isPart />}
    </article>
  )
}
