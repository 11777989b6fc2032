import type { PageOf } from '@plenum/core'
import { say } from '../say.js'
import { hasDays } from './eventHeader.js'
import { ItemList } from './itemList.js'

const current = new Set(['News Item', 'Event', 'collective.polls.poll'])
/** Maximum number of cards below the text of an event. */
const maxCards = 6

/** News, polls and further events inside an event, shown below its text. */
export function FrontMatter({ page }: { page: PageOf<'object'> }) {
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
