import { ItemList } from '../content/itemList.js'
import { objectOf, objectsOf, textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import type { BlockProps } from './blockProps.js'

/** What the query of a block finds; the answer comes with the page, by the id of the block. */
export function ListingBlock({ page, block, id }: BlockProps) {
  const found = objectOf(objectOf(page.more.listings)[id])
  const items = objectsOf(found.items)
  const headline = textOf(block.headline)
  const { next } = objectOf(found.batching)
  return (
    <section class="listing">
      {headline && <h2>{headline}</h2>}
      <ItemList
        page={page}
        items={items}
        isGrid={textOf(block.variation) === 'grid'}
        heading={headline ? 'h3' : 'h2'}
      />
      {textOf(next) && <a href={safeLink(textOf(next))}>{say(page, 'page.more')}</a>}
    </section>
  )
}
