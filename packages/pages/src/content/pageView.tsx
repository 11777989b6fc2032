import type { PageOf } from '@plenum/core'
import { hasBlocks } from '../blocks/blockHolder.js'
import { Blocks } from '../blocks/blocks.js'
import { Batches } from './batches.js'
import { ContentBody } from './contentBody.js'
import { hasDays } from './eventHeader.js'
import { FrontPage } from './frontPage.js'
import { ItemList } from './itemList.js'
import { Title } from './title.js'

export function PageView({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  if (hasDays(page)) return <FrontPage page={page} />
  if (hasBlocks(answer)) {
    return (
      <article class="blocks">
        <Blocks page={page} content={answer} />
      </article>
    )
  }
  return (
    <article class="blocks">
      <Title page={page} />
      <ContentBody page={page} />
      <ItemList page={page} items={answer.items ?? []} heading="h2" />
      <Batches page={page} />
    </article>
  )
}
