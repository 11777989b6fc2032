import { type PageOf, urlOf } from '@plenum/core'
import type { SocialLink, TargetLink } from '@plenum/core/answers'
import type { ComponentType } from 'preact'
import { PollView } from '../poll/pollView.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { termsText } from '../reading/terms.js'
import { say } from '../say.js'
import { ContentBody } from './contentBody.js'
import { RoomView, ScheduleContainerView, SponsorsContainerView, VenueView } from './eventViews.js'
import { FileView, ImageView, LinkView } from './fileViews.js'
import { ItemList } from './itemList.js'
import { PageView } from './pageView.js'
import { Picture } from './picture.js'
import { RichText } from './richText.js'
import { TimeRange } from './sessionFacts.js'
import { SessionView } from './sessionView.js'
import { Title } from './title.js'

const views = new Map<string, ComponentType<{ page: PageOf<'object'> }>>([
  ['Presenter', PresenterView],
  ['Event', EventView],
  ['News Item', NewsView],
  ['Link', LinkView],
  ['File', FileView],
  ['Image', ImageView],
  ['Sponsor', SponsorView],
  ['Schedule', ScheduleContainerView],
  ['SponsorsDB', SponsorsContainerView],
  ['Room', RoomView],
  ['Venue', VenueView],
  ['collective.polls.poll', PollView],
  ...['Talk', 'Keynote', 'Training', 'LightningTalks', 'OpenSpace', 'Slot', 'Break', 'Meeting'].map(
    type => [type, SessionView] as const,
  ),
])

/** Renders an object with the view of its type. Types without a specific view use `PageView`. */
export function ObjectView({ page }: { page: PageOf<'object'> }) {
  const ViewComponent = views.get(page.answer['@type']) ?? PageView
  return <ViewComponent page={page} />
}

function NewsView({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  const effective = answer.effective ?? ''
  const day = formatInstant(effective, 'day', page.language, zoneOf(page))
  return (
    <article class="narrow">
      <Title page={page} eyebrow={day ? <time dateTime={effective}>{day}</time> : undefined} />
      <ContentBody page={page} />
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

function EventView({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  const link = answer.event_url
  return (
    <article class="narrow">
      <Title page={page} eyebrow={<EventTime page={page} />} />
      <p class="facts">
        {answer.location && <span>{answer.location}</span>}
        {answer.contact_name && <span>{answer.contact_name}</span>}
        {link && <a href={safeLink(link)}>{link}</a>}
      </p>
      <ContentBody page={page} />
    </article>
  )
}

function EventTime({ page }: { page: PageOf<'object'> }) {
  const { open_end, whole_day } = page.answer
  const [start, end] = [page.answer.start ?? '', page.answer.end ?? '']
  const shape = whole_day === true ? 'shortDay' : 'dayAndTime'
  const format = (instant: string) => formatInstant(instant, shape, page.language, zoneOf(page))
  const hasEnd = open_end !== true && ![format(start), ''].includes(format(end))
  return <TimeRange start={start} end={hasEnd ? end : ''} format={format} />
}

function PresenterView({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  const sessions = (answer.activities ?? []).flatMap(({ items }) => items)
  return (
    <article class="presenter">
      {answer.image && <Picture image={answer.image} alt="" width={240} class="portrait large" isEager />}
      <div>
        <Title page={page} eyebrow={termsText(answer.labels, ' · ') || answer.type_title} />
        <RichText value={answer.text} />
        <SocialLinks links={answer.social_links} />
        {sessions.length > 0 && (
          <section>
            <h2>{say(page, 'page.sessions')}</h2>
            <ItemList page={page} items={sessions} />
            <p>
              <a href={`${urlOf(page.base, page.path)}/@@schedule.ics`}>{say(page, 'page.add-to-calendar')}</a>
            </p>
          </section>
        )}
      </div>
    </article>
  )
}

/** Renders links to profiles on social networks. Unsafe links are omitted (see `safeLink`). */
function SocialLinks({ links }: { links: readonly SocialLink[] | undefined }) {
  const safeLinks = (links ?? []).flatMap(row => {
    const addresses = typeof row.href === 'string' ? [row.href] : (row.href ?? []).map(addressOf)
    return addresses.flatMap(text => {
      const href = safeLink(text)
      return href === undefined ? [] : [{ href, title: row.title || row.id || href }]
    })
  })
  if (safeLinks.length === 0) return null
  return (
    <ul class="social">
      {safeLinks.map(({ href, title }) => (
        <li>
          <a href={href} rel="me noopener">
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

const addressOf = (link: string | TargetLink): string => (typeof link === 'string' ? link : link['@id'])
