import type { PageOf } from '@plenum/core'
import type { PendingWorklist } from '@plenum/core/answers'
import { ItemList } from '../content/itemList.js'
import { PageHeader } from '../content/title.js'
import { objectTitle } from '../frame/titles.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'

/** Renders `@worklists`: the content that waits for an action by the caller, with a section for each worklist. */
export function WorklistsView({ page }: { page: PageOf<'worklists'> }) {
  const lists = page.answer.items
  return (
    <article class="narrow">
      <PageHeader
        eyebrow={objectTitle(page)}
        title={say(page, 'page.worklists')}
        lead={lists.length === 0 ? say(page, 'page.no-worklists') : null}
      />
      {lists.map(list => (
        <WorklistSection page={page} list={list} />
      ))}
    </article>
  )
}

function WorklistSection({ page, list }: { page: PageOf<'worklists'>; list: PendingWorklist }) {
  const { title, items, items_total, more, batching: { prev, next } = {} } = list
  const count = { count: items_total }
  return (
    <section>
      <h2>{title}</h2>
      <p class="facts">{more ? say(page, 'page.more-waiting', count) : say(page, 'page.waiting', count)}</p>
      <ItemList page={page} items={items} />
      {(prev || next) && (
        <nav class="batches" aria-label={`${title}: ${say(page, 'page.batches')}`}>
          {prev && <a href={safeLink(prev)}>{say(page, 'page.previous')}</a>}
          {next && <a href={safeLink(next)}>{say(page, 'page.next')}</a>}
        </nav>
      )}
    </section>
  )
}
