import type { PageOf } from '@plenum/core'
import { blockIds, blockOf, hasBlock, hasBlocks } from '../blocks/blockHolder.js'
import { Blocks } from '../blocks/blocks.js'
import { titledTerms } from '../reading/terms.js'
import { say } from '../say.js'
import { Schedule } from '../schedule/scheduleView.js'
import { Benefits } from '../sponsors/benefits.js'
import { SponsorLevels } from '../sponsors/sponsorLevels.js'
import { ContentBody } from './contentBody.js'
import { ItemList } from './itemList.js'
import { PageView } from './pageView.js'
import { SessionList } from './sessionList.js'
import { Title } from './title.js'

type Page = PageOf<'object'>

/**
 * Renders the schedule of an event in the container that presents it. Other containers of this type, and containers
 * with a schedule block, are rendered with `PageView`.
 */
export function ScheduleContainerView({ page }: { page: Page }) {
  const { presentedAt, schedule } = page.more
  if (!presentedAt || !schedule || hasBlockOf(page, 'scheduleBlock')) return <PageView page={page} />
  return (
    <article class="schedule-page">
      <Title page={page} />
      <ContentBody page={page} />
      <Schedule page={page} answer={schedule} />
    </article>
  )
}

export function SponsorsContainerView({ page }: { page: Page }) {
  const { presentedAt, sponsors } = page.more
  if (!presentedAt || !sponsors || hasBlockOf(page, 'sponsorsShowcaseBlock')) return <PageView page={page} />
  return (
    <article>
      <Title page={page} />
      <ContentBody page={page} />
      <SponsorLevels page={page} answer={sponsors} />
      <Benefits page={page} answer={sponsors} />
    </article>
  )
}

const hasBlockOf = ({ answer }: Page, type: string): boolean =>
  hasBlocks(answer) && blockIds(answer).some(id => hasBlock(answer, id) && blockOf(answer, id)['@type'] === type)

export function RoomView({ page }: { page: Page }) {
  const { UID } = page.answer
  const slots = (page.more.schedule?.items ?? []).flatMap(({ items }) => items)
  const sessions = slots.filter(({ room }) => titledTerms(room).some(({ token }) => token === UID))
  return (
    <article class="blocks">
      <Title page={page} />
      <ContentBody page={page} />
      {sessions.length > 0 && (
        <section>
          <h2>{say(page, 'page.sessions')}</h2>
          <SessionList page={page} sessions={sessions} />
        </section>
      )}
    </article>
  )
}

/** Renders a venue: its blocks or its text, and its rooms. */
export function VenueView({ page }: { page: Page }) {
  const { answer } = page
  const rooms = (answer.items ?? []).filter(item => item['@type'] === 'Room')
  return (
    <article class="blocks">
      {hasBlocks(answer) ? (
        <Blocks page={page} content={answer} />
      ) : (
        <>
          <Title page={page} />
          <ContentBody page={page} />
        </>
      )}
      {rooms.length > 0 && (
        <section>
          <h2>{say(page, 'page.rooms')}</h2>
          <ItemList page={page} items={rooms} isGrid />
        </section>
      )}
    </article>
  )
}
