import { ItemList } from '../content/itemList.js'
import { textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import type { BlockProps } from './blockProps.js'

/** The results of the query of a listing block, which the page contains under the id of the block. */
export function ListingBlock({ page, block, id }: BlockProps) {
  const { items = [], batching } = page.more.listings?.[id] ?? {}
  const headline = textOf(block.headline)
  const next = batching?.next
  return (
    <section class="listing">
      {headline && <h2>{headline}</h2>}
      <ItemList
        page={page}
        items={items}
        isGrid={textOf(block.variation) === 'grid'}
        heading={headline ? 'h3' : 'h2'}
      />
      {next && <a href={safeLink(next)}>{say(page, 'page.more')}</a>}
    </section>
  )
}
