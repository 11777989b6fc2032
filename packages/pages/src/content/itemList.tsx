import type { HtmlPage } from '@plenum/core'
import type { ListedItem } from '@plenum/core/answers'
import { StateMark } from '../frame/visibility.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { Rows } from '../slices/rows.js'
import { SummaryPicture } from './picture.js'
import { SessionFacts } from './sessionFacts.js'
import { areSessions, SessionList } from './sessionList.js'

interface ItemListProps {
  readonly page: HtmlPage
  readonly items: readonly ListedItem[]
  readonly isGrid?: boolean
  /** The heading level of item titles, which is one level below the heading of the list. */
  readonly heading?: 'h2' | 'h3'
}

export function ItemList({ page, items, isGrid = false, heading = 'h3' }: ItemListProps) {
  if (items.length === 0) return null
  if (areSessions(items)) return <SessionList page={page} sessions={items} />
  return (
    <ul class={isGrid ? 'cards' : 'items'}>
      <Rows rows={items} draw={item => <Item page={page} item={item} isGrid={isGrid} heading={heading} />} />
    </ul>
  )
}

type ItemProps = Required<Omit<ItemListProps, 'items'>> & { readonly item: ListedItem }

function Item({ page, item, isGrid, heading: Heading }: ItemProps) {
  const image = <SummaryPicture item={item} width={isGrid ? 320 : 96} class="thumbnail" />
  return (
    <li class="item">
      {image}
      <div>
        <Eyebrow page={page} item={item} />
        <Heading>
          <a href={safeLink(item['@id'])}>{item.title}</a>
          <StateMark page={page} state={item.review_state} />
        </Heading>
        <SessionFacts page={page} session={item} />
        {item.description && <p>{item.description}</p>}
      </div>
    </li>
  )
}

/**
 * Renders a line above the title of an item: the publication date of a news item, or the type of a search result, poll
 * or event.
 */
function Eyebrow({ page, item }: { page: HtmlPage; item: ListedItem }) {
  if (item['@type'] === 'News Item' && page.view !== 'search') {
    const day = formatInstant(item.effective ?? '', 'shortDay', page.language, zoneOf(page))
    return day === '' ? null : <p class="eyebrow">{day}</p>
  }
  const isNamed = item['@type'] !== 'Plone Site' && (page.view === 'search' || typesNamed.has(item['@type']))
  return isNamed && item.type_title ? <p class="eyebrow">{item.type_title}</p> : null
}

const typesNamed = new Set(['collective.polls.poll', 'Event'])
