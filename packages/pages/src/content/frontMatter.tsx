import type { HtmlPage } from '@plenum/core'
import { objectsOf, textOf, textsOf } from '../reading/json.js'
import { say } from '../say.js'
import { ItemList } from './itemList.js'

const current = new Set(['News Item', 'Event', 'collective.polls.poll'])
/** Cards below the text of an event. */
const mostCards = 6

/** Below the text of an event: news, polls and further events in it. */
export function FrontMatter({ page }: { page: HtmlPage }) {
  const { answer } = page
  if (textsOf(answer.days).length === 0) return null
  const items = objectsOf(answer.items).filter(item => current.has(textOf(item['@type'])))
  if (items.length === 0) return null
  return (
    <section class="current">
      <h2>{say(page, 'page.current')}</h2>
      <ItemList page={page} items={items.slice(0, mostCards)} isGrid />
    </section>
  )
}

/** The way from an event to its programme. */
export function EventLinks({ page }: { page: HtmlPage }) {
  const here = page.path === '/' ? page.base : page.base + page.path
  return (
    <p class="buttons">
      <a class="button" href={`${here}/@schedule`}>
        {say(page, 'page.to-schedule')}
      </a>
      <a class="button quiet" href={`${here}/@sponsors`}>
        {say(page, 'page.sponsors')}
      </a>
    </p>
  )
}
