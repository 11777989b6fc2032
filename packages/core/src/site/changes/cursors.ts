import type { FeedState, MarkedEvent } from '../../changeFeed/events.js'
import type { ContentNode } from '../../content/node/node.js'
import type { EventReader } from '../../content/store/contentReader.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { type Platform, siteSecret } from '../run/environment.js'

export interface Cursors {
  readonly feed: FeedState
  after(event: MarkedEvent): string
  newest(): Promise<string>
  /**
   * Returns the position in the change feed that a cursor identifies. Throws a DomainError `bad-request` if the string
   * is not a cursor, and a DomainError `changes-expired` if the cursor is from another database or its event has been
   * deleted.
   */
  positionOf(cursor: string): Promise<number>
}

const signatureLength = 22
const form = /^(0|[1-9]\d{0,15})-([\w-]{22})$/

export async function readCursors(
  { hmac }: Pick<Platform, 'hmac'>,
  reader: EventReader,
  root: ContentNode | undefined,
): Promise<Cursors> {
  const feed = await reader.feedState()
  const secret = siteSecret(root)
  const sign = (position: number, mark: string) =>
    hmac(secret, JSON.stringify(['changes', feed.id, position, mark])).slice(0, signatureLength)
  const cursor = (position: number, mark: string) => `${position}-${sign(position, mark)}`
  const at = async (position: number): Promise<MarkedEvent | undefined> => {
    const [stored] = await reader.events({ after: position - 1, limit: 1 })
    return stored?.event.position === position ? stored : undefined
  }
  const newest = async () => cursor(feed.newest, (await at(feed.newest))?.mark ?? '')
  const expired = async () =>
    new DomainError('changes-expired', message('changes.expired'), { context: '/', restart: await newest() })
  return {
    feed,
    after: ({ event, mark }) => cursor(event.position, mark),
    newest,
    positionOf: async text => {
      const [, digits, signature] = form.exec(text) ?? []
      if (digits === undefined) throw badRequest('changes.since')
      const position = Number(digits)
      const stored = position === 0 ? startOf(feed) : await at(position)
      if (!stored || sign(position, stored.mark) !== signature) throw await expired()
      return position
    },
  }
}

const startOf = ({ newest, oldest }: FeedState): Pick<MarkedEvent, 'mark'> | undefined =>
  newest === 0 || oldest === 1 ? { mark: '' } : undefined
