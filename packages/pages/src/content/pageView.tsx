import { type PageOf, urlOf } from '@plenum/core'
import { hasBlocks } from '../blocks/blockHolder.js'
import { Blocks } from '../blocks/blocks.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { SponsorLevels } from '../sponsors/sponsorLevels.js'
import { Batches } from './batches.js'
import { ContentBody } from './contentBody.js'
import { EventHeader, hasDays } from './eventHeader.js'
import { ItemList } from './itemList.js'
import { SessionList } from './sessionList.js'
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

const newsTypes = new Set(['News Item', 'Event', 'collective.polls.poll'])
/** The maximum number of news items, events and polls on the front page. */
const maxCards = 6

function FrontPage({ page }: { page: PageOf<'object'> }) {
  return (
    <article class="blocks">
      <EventHeader page={page} lead={page.answer.description ?? ''} />
      <EventMenu page={page} />
      <div class="front">
        <div>
          <ContentBody page={page} />
        </div>
        <News page={page} />
      </div>
      <Upcoming page={page} />
      <Sponsors page={page} />
    </article>
  )
}

/**
 * Renders links to the pages of an event below the site root, because the navigation of the site does not contain these
 * pages.
 */
function EventMenu({ page }: { page: PageOf<'object'> }) {
  const items = (page.answer.items ?? []).filter(item => !unlisted.has(item['@type']))
  if (page.path === '/' || items.length === 0) return null
  return (
    <nav class="event-menu" aria-label={page.answer.title ?? ''}>
      <ul class="tracks">
        {items.map(item => (
          <li>
            <a href={safeLink(item['@id'])}>{item.title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * The types that the menu omits, because their objects are not pages of an event or are listed elsewhere on the front
 * page.
 */
const unlisted = new Set([...newsTypes, 'File', 'Image', 'Link'])

function Upcoming({ page }: { page: PageOf<'object'> }) {
  const sessions = page.more.upcoming ?? []
  if (sessions.length === 0) return null
  return (
    <section class="upcoming">
      <h2>{say(page, 'page.upcoming')}</h2>
      <SessionList page={page} sessions={sessions} />
      <p>
        <a href={`${urlOf(page.base, page.path)}/@schedule`}>{say(page, 'page.to-schedule')}</a>
      </p>
    </section>
  )
}

function News({ page }: { page: PageOf<'object'> }) {
  const items = (page.answer.items ?? []).filter(item => newsTypes.has(item['@type']))
  if (items.length === 0) return null
  return (
    <section class="current">
      <h2>{say(page, 'page.current')}</h2>
      <ItemList page={page} items={items.slice(0, maxCards)} isGrid />
    </section>
  )
}

function Sponsors({ page }: { page: PageOf<'object'> }) {
  const { sponsors } = page.more
  if (!sponsors?.items.some(({ items }) => items.length > 0)) return null
  return (
    <section class="sponsors-section">
      <h2>{say(page, 'page.sponsors')}</h2>
      <SponsorLevels page={page} answer={sponsors} isBrief />
      <p>
        <a href={`${urlOf(page.base, page.path)}/@sponsors`}>{say(page, 'page.all-sponsors')}</a>
      </p>
    </section>
  )
}
