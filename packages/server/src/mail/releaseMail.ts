import {
  anonymous,
  type MailContents,
  type MailedSession,
  type MailedValues,
  type Message,
  message,
  type NegotiateLanguage,
  type Site,
  type Translation,
} from '@plenum/core'
import { feeds } from '@plenum/feeds'

interface MailText {
  readonly subject: string
  readonly text: string
}

type Languages = Pick<Translation, 'language' | 'translate'>

/** Returns the language of the first tag for which a translation exists, or English if no tag has a translation. */
export type ChooseLanguage = (tags: readonly string[]) => Languages

export const languageFor =
  (negotiate: NegotiateLanguage): ChooseLanguage =>
  tags =>
    negotiate(() => tags).chooseTranslation({
      defaultLanguage: tags.at(-1) ?? 'en',
      availableLanguages: tags,
      useRequestNegotiation: true,
    })

export function releaseText(contents: MailContents, { language, translate }: Languages): MailText {
  const { name, event, release, sessions, omitted, unsubscribe } = contents
  const more = omitted === 0 ? [] : [translate(message('mail.change-more', { count: omitted }))]
  const writing = { translate, when: spanFormat(language, event.zone) }
  const values = {
    name,
    event: event.title,
    release: release.name,
    comment: release.comment,
    changes: [...sessions.map(session => sessionText(session, writing)), ...more].join('\n\n'),
    schedule: `${event.url.replace(/\/$/, '')}/@schedule`,
    unsubscribe,
  }
  const text = translate(message('mail.release-text', values)).replace(/\n{3,}/g, '\n\n')
  return { subject: lineOf(translate(message('mail.release-subject', values))), text }
}

const longestSubject = 200

/** Returns a string as a single line. Control characters are replaced, so that a title cannot add header fields. */
const lineOf = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, longestSubject)

interface Writing {
  readonly translate: (message: Message) => string
  when(values: Pick<MailedValues, 'start' | 'end'>): string
}

const none = '–'

function spanFormat(language: string, timeZone: string): Writing['when'] {
  const format = new Intl.DateTimeFormat(language, {
    ...{ weekday: 'short', year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  })
  return ({ start, end }) => {
    if (start === null) return none
    const text = end === null || end <= start ? format.format(start) : format.formatRange(start, end)
    // No-break and thin spaces in times are replaced, because some email programs do not display them correctly.
    return text.replace(/[\u00a0\u2009\u202f]/g, ' ')
  }
}

function sessionText(session: MailedSession, writing: Writing): string {
  const { before, after } = session
  const title = after?.title ?? before?.title ?? writing.translate(message('page.untitled-session'))
  return [`* ${title}`, ...linesOf(session, writing).map(line => `  ${line}`)].join('\n')
}

function linesOf({ kinds, before, after }: MailedSession, { translate, when }: Writing): readonly string[] {
  const place = (values: MailedValues | null) => (values ? [when(values), ...values.rooms].join(', ') : none)
  const change = (id: 'moved' | 'room' | 'renamed' | 'persons', textOf: (values: MailedValues) => string) => {
    const [old, now] = [before, after].map(values => (values && textOf(values)) || none)
    return translate(message(`mail.change-${id}`, { before: old ?? none, after: now ?? none }))
  }
  const lines: Readonly<Record<(typeof kinds)[number], () => string>> = {
    new: () => translate(message(before ? 'mail.change-added' : 'mail.change-new', { when: place(after) })),
    withdrawn: () =>
      translate(message(after ? 'mail.change-removed' : 'mail.change-withdrawn', { when: place(before) })),
    moved: () => change('moved', when),
    room: () => change('room', ({ rooms }) => rooms.join(', ')),
    renamed: () => change('renamed', ({ title }) => title ?? ''),
    persons: () => change('persons', ({ persons }) => persons.join(', ')),
  }
  return kinds.map(kind => lines[kind]())
}

const calendar = feeds.find(({ view }) => view === '@@schedule.ics')

export async function calendarOf(
  site: Pick<Site, 'run' | 'scheduler'>,
  { path }: Pick<MailContents, 'path'>,
  { base, translate }: { readonly base: string } & Pick<Languages, 'translate'>,
): Promise<string> {
  if (!calendar) throw new Error('There is no calendar feed.')
  const at = { base, host: new URL(base).host, url: `${base}${path}/${calendar.view}`, query: { get: () => undefined } }
  return calendar.text(site, { path, caller: anonymous, base, translate }, { ...at, slice: neverOver })
}

/** A time slice that never ends, because creating the calendar of one presenter takes little time. */
const neverOver = { isOver: () => false, next: async () => {} }
