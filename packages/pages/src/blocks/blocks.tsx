import type { PageOf } from '@plenum/core'
import type { ComponentType } from 'preact'
import { textOf } from '../reading/json.js'
import { Rows } from '../slices/rows.js'
import { BlockHeading } from './blockHeading.js'
import { type BlockHolder, blockIds, blockOf, hasBlock } from './blockHolder.js'
import type { BlockProps } from './blockProps.js'
import { DraftText } from './draftText.js'
import { BenefitsBlock, LevelBenefitsBlock, ScheduleBlock, SponsorLevelBlock, SponsorsBlock } from './eventBlocks.js'
import { HtmlBlock } from './htmlBlock.js'
import { ImageBlock, LeadImageBlock } from './imageBlocks.js'
import { ListingBlock } from './listingBlock.js'
import { OtherBlock } from './otherBlock.js'
import { SlateBlock } from './slate.js'
import { SlateTable } from './slateTable.js'
import { TableOfContents } from './tableOfContents.js'
import { Teaser } from './teaser.js'
import { TitleBlock } from './titleBlock.js'
import { VideoBlock } from './videoBlock.js'

const blocks = new Map<string, ComponentType<BlockProps>>([
  ['title', TitleBlock],
  ['description', DescriptionBlock],
  ['slate', SlateBlock],
  ['text', DraftText],
  ['image', ImageBlock],
  ['leadimage', LeadImageBlock],
  ['listing', ListingBlock],
  ['slateTable', SlateTable],
  ['teaser', Teaser],
  ['gridBlock', GridBlock],
  ['video', VideoBlock],
  ['toc', TableOfContents],
  ['html', HtmlBlock],
  ['scheduleBlock', ScheduleBlock],
  ['sponsorsShowcaseBlock', SponsorsBlock],
  ['levelComparisonBlock', BenefitsBlock],
  ['levelBenefitsBlock', LevelBenefitsBlock],
  ['sponsorLevelBlock', SponsorLevelBlock],
])

/** Maximum nesting of blocks; deeper ones are omitted. */
const maxDepth = 5

interface BlocksProps {
  readonly page: PageOf<'object'>
  readonly content: BlockHolder
  /** The page already shows title and description elsewhere. */
  readonly isPart?: boolean
  readonly depth?: number
}

/** The blocks of an object in display order. Blocks of unknown types are rendered as plain text. */
export function Blocks({ page, content, isPart = false, depth = 0 }: BlocksProps) {
  if (depth > maxDepth) return null
  const ids = blockIds(content).filter(id => hasBlock(content, id))
  const draw = (id: string) => {
    const block = blockOf(content, id)
    const type = textOf(block['@type'])
    if (isPart && (type === 'title' || type === 'description')) return null
    const BlockComponent = blocks.get(type) ?? OtherBlock
    return <BlockComponent page={page} content={content} block={block} id={id} depth={depth} />
  }
  return <Rows rows={ids} draw={draw} />
}

function DescriptionBlock({ page }: BlockProps) {
  const { description } = page.answer
  return description ? <p class="lead">{description}</p> : null
}

/** Blocks side by side. */
function GridBlock({ page, block, depth }: BlockProps) {
  return (
    <section class="grid-block">
      <BlockHeading text={block.headline} />
      <div class="columns">
        <Blocks page={page} content={block} depth={depth + 1} />
      </div>
    </section>
  )
}
