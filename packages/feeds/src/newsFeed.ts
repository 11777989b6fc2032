import type { NewsEntry, PublishedNews, TimeSlice } from '@plenum/core'
import { textElement, type XmlElement, xmlText } from './xml.js'

/** News as an Atom feed (RFC 4287). */
export function newsFeed({ title, url, self, host, entries }: PublishedNews, slice: TimeSlice): Promise<string> {
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
    { slice },
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

const link = (attributes: Readonly<Record<string, string>>): XmlElement => ({ link: [], ':@': attributes })
