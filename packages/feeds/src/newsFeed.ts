import type { Turn } from '@plenum/core'
import { type XmlElement, xmlText } from './xml.js'

/** What an Atom feed is made of. */
export interface News {
  readonly title: string
  /** URL of what the news are below, and of the feed itself. */
  readonly url: string
  readonly self: string
  readonly host: string
  /** The newest first. */
  readonly entries: readonly NewsEntry[]
}

export interface NewsEntry {
  readonly uid: string
  readonly url: string
  readonly title: string
  readonly description: string
  readonly authors: readonly string[]
  /** Dates as `2027-05-01T09:00:00Z`. */
  readonly published: string
  readonly updated: string
}

/** News as an Atom feed (RFC 4287). */
export function newsFeed({ title, url, self, host, entries }: News, turn: Turn): Promise<string> {
  const updated =
    entries
      .map(entry => entry.updated)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00Z'
  return xmlText(
    {
      feed: [
        textElement('title', title),
        textElement('id', self),
        link({ href: url }),
        link({ rel: 'self', href: self }),
        textElement('updated', updated),
        ...entries.map(entry => entryElement(entry, host)),
      ],
      ':@': { xmlns: 'http://www.w3.org/2005/Atom' },
    },
    { turn },
  )
}

const entryElement = ({ uid, url, title, description, authors, published, updated }: NewsEntry, host: string) => ({
  entry: [
    textElement('title', title),
    textElement('id', `urn:plenum:${host}:${uid}`),
    link({ href: url }),
    textElement('published', published),
    textElement('updated', updated),
    ...(authors.length > 0 ? authors : ['']).map(name => ({ author: [textElement('name', name || host)] })),
    textElement('summary', description),
  ],
})

const textElement = (name: string, text: string): XmlElement => ({ [name]: [{ '#text': text }] })
const link = (attributes: Readonly<Record<string, string>>): XmlElement => ({ link: [], ':@': attributes })
