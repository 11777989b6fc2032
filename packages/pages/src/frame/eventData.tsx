import type { HtmlPage, JsonObject, PageOf } from '@plenum/core'
import { listOf, termsText } from '../reading/terms.js'
import { titleOf } from './titles.js'

/**
 * Renders structured data (schema.org) about an event, a session or a conference for search engines. The content
 * security policy for scripts does not block JSON-LD, because browsers do not execute it.
 */
export function EventData({ page }: { page: HtmlPage }) {
  if (page.view !== 'object' || !page.answer.start) return null
  // `<` is escaped, because `</script>` in a value would end the element.
  const text = JSON.stringify(structuredData(page)).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}

function structuredData(page: PageOf<'object'>): JsonObject {
  const { answer, address, more } = page
  const location = answer.location || termsText(answer.room)
  const people = listOf(answer.presenters).map(({ title }) => ({ '@type': 'Person', name: title }))
  const description = answer.description ?? ''
  const end = answer.end ?? ''
  return {
    '@context': 'https://schema.org',
    '@type': page.path === '/' || answer['@type'] === 'Tech Event' ? 'Festival' : 'Event',
    name: titleOf(page),
    url: address,
    startDate: answer.start ?? '',
    ...(end === '' ? {} : { endDate: end }),
    ...(description === '' ? {} : { description }),
    ...(location === '' ? {} : { location: { '@type': 'Place', name: location } }),
    ...(people.length > 0 ? { performer: people } : {}),
    ...(more.site && 'room' in answer
      ? { superEvent: { '@type': 'Event', name: more.site['plone.site_title'], url: page.base } }
      : {}),
  }
}
