import type { PageOf } from '@plenum/core'
import { hasBlocks } from '../blocks/blockHolder.js'
import { Blocks } from '../blocks/blocks.js'
import { say } from '../say.js'
import { Batches } from './batches.js'
import { ContentBody } from './contentBody.js'
import { EventHeader, hasDays } from './eventHeader.js'
import { ItemList } from './itemList.js'
import { Title } from './title.js'

/** The blocks of an object or, if the object has no blocks, its title, image, text and children. */
export function PageView({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  if (hasBlocks(answer)) {
    return (
      <article class="blocks">
        <Blocks page={page} content={answer} />
        <FrontMatter page={page} />
      </article>
    )
  }
  return (
    <article>
      {hasDays(page) ? <EventHeader page={page} lead={answer.description ?? ''} /> : <Title page={page} />}
      <ContentBody page={page} />
      <FrontMatter page={page} />
      <ItemList page={page} items={answer.items ?? []} heading="h2" />
      <Batches page={page} />
    </article>
  )
}

const current = new Set(['News Item', 'Event', 'collective.polls.poll'])
/** The maximum number of cards below the text of an event. */
const maxCards = 6

/** News, polls and further events that an event contains, shown below its text. */
function FrontMatter({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  if (!hasDays(page)) return null
  const items = (answer.items ?? []).filter(item => current.has(item['@type']))
  if (items.length === 0) return null
  return (
    <section class="current">
      <h2>{say(page, 'page.current')}</h2>
      <ItemList page={page} items={items.slice(0, maxCards)} isGrid />
    </section>
  )
}
