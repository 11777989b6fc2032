import type { PageOf } from '@plenum/core'
import type { ComponentType } from 'preact'
import { hasBlocks } from '../blocks/blockHolder.js'
import { Blocks } from '../blocks/blocks.js'
import { PollView } from '../poll/pollView.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { EventView } from './eventView.js'
import { FileView, ImageView, LinkView } from './fileViews.js'
import { PageView } from './pageView.js'
import { LeadImage, Picture } from './picture.js'
import { PresenterView } from './presenterView.js'
import { RichText } from './richText.js'
import { SessionView } from './sessionView.js'
import { SocialLinks } from './socialLinks.js'
import { Title } from './title.js'

const views = new Map<string, ComponentType<{ page: PageOf<'object'> }>>([
  ['Presenter', PresenterView],
  ['Event', EventView],
  ['News Item', NewsView],
  ['Link', LinkView],
  ['File', FileView],
  ['Image', ImageView],
  ['Sponsor', SponsorView],
  ['collective.polls.poll', PollView],
  ...['Talk', 'Keynote', 'Training', 'LightningTalks', 'OpenSpace', 'Slot', 'Break', 'Meeting'].map(
    type => [type, SessionView] as const,
  ),
])

/** The page of an object. Types without their own view get `PageView`. */
export function ObjectView({ page }: { page: PageOf<'object'> }) {
  const ViewComponent = views.get(page.answer['@type']) ?? PageView
  return <ViewComponent page={page} />
}

/** A news item, with its publication date above the title. */
function NewsView({ page }: { page: PageOf<'object'> }) {
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

function SponsorView({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  return (
    <article class="narrow">
      <div class="logo-plate">{answer.image && <Picture image={answer.image} alt="" width={400} isEager />}</div>
      <Title page={page} eyebrow={answer.type_title} />
      <RichText value={answer.text} />
      <SocialLinks links={answer.social_links} />
    </article>
  )
}
