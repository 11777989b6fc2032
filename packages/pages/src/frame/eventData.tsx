import type { HtmlPage, JsonObject } from '@plenum/core'
import { objectsOf, termsOf, textOf } from '../reading/json.js'
import { titleOf } from './titles.js'

/**
 * An event, a session or a conference in the words of schema.org, for search engines. A block of data, which no browser
 * runs, so that the policy for scripts lets it stand.
 */
export function EventData({ page }: { page: HtmlPage }) {
  if (page.view !== 'object' || textOf(page.answer.start) === '') return null
  // Nothing in it may end the element.
  const text = JSON.stringify(described(page)).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}

/** The object of a page in the words of schema.org. */
function described(page: HtmlPage): JsonObject {
  const { answer, address, more } = page
  const place = placeOf(answer)
  const people = objectsOf(answer.presenters).map(person => ({ '@type': 'Person', name: textOf(person.title) }))
  const description = textOf(answer.description)
  const end = textOf(answer.end)
  return {
    '@context': 'https://schema.org',
    '@type': page.path === '/' || answer['@type'] === 'Tech Event' ? 'Festival' : 'Event',
    name: titleOf(page),
    url: address,
    startDate: textOf(answer.start),
    ...(end === '' ? {} : { endDate: end }),
    ...(description === '' ? {} : { description }),
    ...(place === '' ? {} : { location: { '@type': 'Place', name: place } }),
    ...(people.length > 0 ? { performer: people } : {}),
    ...(more.site && 'room' in answer
      ? { superEvent: { '@type': 'Event', name: textOf(more.site['plone.site_title']), url: page.base } }
      : {}),
  }
}

const placeOf = (answer: JsonObject): string =>
  textOf(answer.location) ||
  termsOf(answer.room)
    .map(({ title }) => title)
    .join(', ')
