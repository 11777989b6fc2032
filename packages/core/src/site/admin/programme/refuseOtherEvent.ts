import type { ContentNode } from '../../../content/node/node.js'
import { importKey } from '../../../event/importKey.js'
import type { Programme } from '../../../event/programme.js'
import { DomainError } from '../../../foundation/domainError.js'
import { message } from '../../../foundation/messages.js'

/**
 * Throws a DomainError `bad-request` if an import would overwrite an unrelated event: the event has sessions that
 * neither came from an import nor are in the file, and either another title, or other dates and no session in common
 * with the file.
 */
export function refuseOtherEvent(event: ContentNode, sessions: readonly ContentNode[], programme: Programme): void {
  const inFile = new Set(programme.sessions.map(({ uid }) => uid))
  const [foreignSession, ...otherSessions] = sessions.filter(
    session => !isImported(session) && !inFile.has(session.uid),
  )
  if (!foreignSession) return
  const hasCommon = sessions.some(({ uid }) => inFile.has(uid))
  const hasOtherDates = (['start', 'end'] as const).some(name => event.fields[name] !== programme[name])
  if (event.fields.title === programme.title && (hasCommon || !hasOtherDates)) return
  throw new DomainError(
    'bad-request',
    message('import.other-event', {
      event: String(event.fields.title ?? ''),
      dates: datesOf(event.fields),
      title: programme.title,
      fileDates: datesOf(programme),
      count: otherSessions.length + 1,
      path: foreignSession.path,
    }),
  )
}

const isImported = ({ fields }: ContentNode): boolean => typeof fields[importKey.name] === 'string'

const datesOf = ({ start, end }: Readonly<Record<string, unknown>> | Programme): string =>
  [start, end].map(date => (typeof date === 'number' ? new Date(date).toISOString().slice(0, 10) : '?')).join(' – ')
