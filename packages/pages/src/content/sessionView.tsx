import { type PageOf, urlOf } from '@plenum/core'
import type { ContentPayload } from '@plenum/core/answers'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { termsText, titledTerms } from '../reading/terms.js'
import { say } from '../say.js'
import { eventAddress, eventOf, trackColour, trackDot } from '../schedule/tracks.js'
import { ContentBody } from './contentBody.js'
import { SummaryPicture } from './picture.js'
import { TimeSpan } from './sessionFacts.js'
import { Title } from './title.js'

export function SessionView({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  return (
    <article class="with-aside">
      <div>
        <Title page={page} eyebrow={<Eyebrow page={page} />} />
        <ContentBody page={page} />
        <Presenters page={page} />
      </div>
      <aside aria-label={say(page, 'page.facts')}>
        <SessionTable page={page} session={answer} />
        <DeskLink page={page} />
      </aside>
    </article>
  )
}

/** Renders a link to the form that moves the session. The link is shown only to callers who may edit the session. */
function DeskLink({ page }: { page: PageOf<'object'> }) {
  const event = eventAddress(page)
  const { answer, more } = page
  if (event === null || !more.actions?.object?.some(({ id }) => id === 'edit')) return null
  return (
    <p>
      <a href={`${event}/@@desk?move=${encodeURIComponent(answer.UID ?? '')}#move`}>{say(page, 'page.desk')}</a>
    </p>
  )
}

/**
 * Renders the type, time and room of the session, so that users of narrow screens need not scroll to the table of
 * facts.
 */
function Eyebrow({ page }: { page: PageOf<'object'> }) {
  const { start = '', end = '', room, type_title } = page.answer
  const day = formatInstant(start ?? '', 'weekday', page.language, zoneOf(page))
  return (
    <>
      {type_title}
      {day !== '' && (
        <>
          {` · ${day}, `}
          <TimeSpan page={page} start={start ?? ''} end={end ?? ''} />
        </>
      )}
      {termsText(room) && ` · ${termsText(room)}`}
    </>
  )
}

function SessionTable({ page, session }: { page: PageOf<'object'>; session: ContentPayload }) {
  const start = session.start ?? ''
  const zone = zoneOf(page)
  const tracks = titledTerms(session.session_track)
  const video = safeLink(session.session_video ?? '')
  return (
    <dl class="fact-table">
      {start && (
        <Fact name={say(page, 'page.when')}>
          {formatInstant(start, 'day', page.language, zone)}
          <br />
          <TimeSpan page={page} start={start} end={session.end ?? ''} /> <small>{zone}</small>
        </Fact>
      )}
      {titledTerms(session.room).length > 0 && (
        <Fact name={say(page, 'page.room')}>
          {titledTerms(session.room).map(({ token, title }) => (
            <span class="term">
              <ScheduleLink page={page} query={{ room: token }} title={title} />
            </span>
          ))}
        </Fact>
      )}
      {tracks.length > 0 && (
        <Fact name={say(page, 'page.track')}>
          {tracks.map(track => (
            <span class="term">
              {trackDot(trackColour(eventOf(page), track.token))}
              <ScheduleLink page={page} query={{ track: track.token }} title={track.title} />
            </span>
          ))}
        </Fact>
      )}
      <Terms name={say(page, 'page.level')} value={session.session_level} />
      <Terms name={say(page, 'page.audience')} value={session.session_audience} />
      <Terms name={say(page, 'page.session-language')} value={session.session_language} />
      {video && (
        <Fact name={say(page, 'page.recording')}>
          <a href={video}>{say(page, 'page.watch')}</a>
        </Fact>
      )}
      {start && eventAddress(page) !== null && (
        <Fact name={say(page, 'page.calendar')}>
          <a href={`${urlOf(page.base, page.path)}/@@schedule.ics`}>{say(page, 'page.add-to-calendar')}</a>
        </Fact>
      )}
    </dl>
  )
}

interface ScheduleLinkProps {
  readonly page: PageOf<'object'>
  readonly query: Readonly<Record<string, string>>
  readonly title: string
}

/**
 * Renders a link to all sessions in a room or track. If the event is unknown, renders only the title of the room or
 * track.
 */
function ScheduleLink({ page, query, title }: ScheduleLinkProps) {
  const event = eventAddress(page)
  if (event === null) return <>{title}</>
  return <a href={`${event}/@schedule?${new URLSearchParams(query)}`}>{title}</a>
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Terms({ name, value }: { name: string; value: Parameters<typeof titledTerms>[0] }) {
  const text = termsText(value)
  return text === '' ? null : <Fact name={name}>{text}</Fact>
}

function Presenters({ page }: { page: PageOf<'object'> }) {
  const presenters = page.answer.presenters ?? []
  if (presenters.length === 0) return null
  return (
    <section class="presenters">
      <h2>{say(page, 'page.presenters')}</h2>
      <ul class="people">
        {presenters.map(presenter => (
          <li>
            <SummaryPicture item={presenter} width={96} class="portrait" />
            <div>
              <h3>
                <a href={safeLink(presenter['@id'])}>{presenter.title}</a>
              </h3>
              <p>{presenter.description}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
