import type { PageOf } from '@plenum/core'
import type { ComponentType } from 'preact'
import { EventHeader, hasDays } from '../content/eventHeader.js'
import { ItemList } from '../content/itemList.js'
import { Picture } from '../content/picture.js'
import { CleanHtml } from '../content/richText.js'
import { SessionFacts } from '../content/sessionFacts.js'
import { objectOf, objectsOf, textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'
import { BlockHeading } from './blockHeading.js'
import { type BlockHolder, blockIds, blockOf, hasBlock } from './blockHolder.js'
import type { BlockProps } from './blockProps.js'
import { BenefitsBlock, LevelBenefitsBlock, ScheduleBlock, SponsorLevelBlock, SponsorsBlock } from './eventBlocks.js'
import { headingsOf } from './headings.js'
import { ImageBlock, imageIn, LeadImageBlock } from './imageBlocks.js'
import { SlateBlock, SlateTable } from './slate.js'

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

const maxDepth = 5

interface BlocksProps {
  readonly page: PageOf<'object'>
  readonly content: BlockHolder
  /** Whether the blocks are a part of a page that already shows the title and description elsewhere. */
  readonly isPart?: boolean
  readonly depth?: number
}

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

/**
 * Renders the title of an object, with the dates of an event. Also renders the description unless another block shows
 * it.
 */
function TitleBlock({ page, content, depth }: BlockProps) {
  const { answer } = page
  if (depth > 0) return <h2>{answer.title}</h2>
  const lead = hasDescriptionBlock(content) ? '' : (answer.description ?? '')
  if (hasDays(page)) return <EventHeader page={page} lead={lead} />
  return (
    <header class="title">
      <SessionFacts page={page} session={answer} />
      <h1>{answer.title}</h1>
      {lead && <p class="lead">{lead}</p>}
    </header>
  )
}

const hasDescriptionBlock = (holder: BlockHolder): boolean =>
  blockIds(holder).some(id => blockOf(holder, id)['@type'] === 'description')

/**
 * Renders text from Volto's former editor (Draft.js) as paragraphs, headings and quotations, without inline formatting.
 */
function DraftText({ block }: BlockProps) {
  const lines = objectsOf(objectOf(block.text).blocks)
  return (
    <div class="prose">
      {lines.map(line => {
        const text = textOf(line.text)
        if (text === '') return null
        switch (textOf(line.type)) {
          case 'header-one':
          case 'header-two':
            return <h2>{text}</h2>
          case 'header-three':
            return <h3>{text}</h3>
          case 'blockquote':
            return <blockquote>{text}</blockquote>
          default:
            return <p>{text}</p>
        }
      })}
    </div>
  )
}

function HtmlBlock({ block }: BlockProps) {
  const html = textOf(block.html)
  return html === '' ? null : <CleanHtml html={html} />
}

/** Renders a link to a video. Videos are not embedded, because pages load nothing from other hosts. */
function VideoBlock({ page, block }: BlockProps) {
  const address = textOf(block.url)
  const href = safeLink(address)
  if (href === undefined) return null
  return (
    <p class="video">
      <a href={href}>{textOf(block.title) || say(page, 'page.watch')}</a> <small>{address}</small>
    </p>
  )
}

function TableOfContents({ page, content }: BlockProps) {
  const headings = headingsOf(content)
  if (headings.length === 0) return null
  return (
    <nav class="toc" aria-label={say(page, 'page.contents')}>
      <p class="eyebrow">{say(page, 'page.contents')}</p>
      <ul>
        {headings.map(({ anchor, text, level }) => (
          <li class={`level-${level}`}>
            <a href={`#${anchor}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ListingBlock({ page, block, id }: BlockProps) {
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

function Teaser({ block }: BlockProps) {
  const [target] = objectsOf(block.href)
  const title = textOf(block.title) || textOf(target?.title)
  const description = textOf(block.description) || textOf(target?.description)
  const address = textOf(target?.['@id'])
  const href = safeLink(address)
  const image = target && imageIn(target, textOf(target.image_field))
  return (
    <div class="card">
      {image && <Picture image={image} at={image.base_path || address} alt="" width={480} class="thumbnail" />}
      {textOf(block.head_title) && <p class="eyebrow">{textOf(block.head_title)}</p>}
      <h2>{target && href ? <a href={href}>{title}</a> : title}</h2>
      {description && <p>{description}</p>}
    </div>
  )
}

function OtherBlock({ block }: BlockProps) {
  const [title, text] = [textOf(block.title) || textOf(block.headline), textOf(block.plaintext)]
  if (title === '' && text === '') return null
  return (
    <section class="prose">
      {title && <h2>{title}</h2>}
      {text && <p class="plain">{text}</p>}
    </section>
  )
}
