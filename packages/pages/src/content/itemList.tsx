import type { HtmlPage } from '@plenum/core'
import type { ListedItem } from '@plenum/core/answers'
import { StateMark } from '../frame/visibility.js'
import { safeLink } from '../reading/links.js'
import { Rows } from '../slices/rows.js'
import { SummaryPicture } from './picture.js'
import { SessionFacts } from './sessionFacts.js'

interface ItemListProps {
  readonly page: HtmlPage
  readonly items: readonly ListedItem[]
  readonly isGrid?: boolean
  /** The heading level of the item titles. It is one level below the heading of the list. */
  readonly heading?: 'h2' | 'h3'
}

/** Summaries of objects as a list or as cards. */
export function ItemList({ page, items, isGrid = false, heading = 'h3' }: ItemListProps) {
  if (items.length === 0) return null
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
        <p class="eyebrow">{item.type_title}</p>
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
