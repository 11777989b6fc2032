import { type HtmlPage, type PageOf, urlOf } from '@plenum/core'
import { say } from '../say.js'

/** Renders a message about the result of the previous request, or nothing if there is no message. */
export function Notice({ page }: { page: HtmlPage }) {
  if (page.notice === null) return null
  return (
    <p class="notice" role="status">
      {page.notice.text}
      {page.view === 'object' && page.notice.id === 'notice.add' && <AddAnother page={page} />}
    </p>
  )
}

/** Renders a link to the form for another object of the same type in the same container. */
function AddAnother({ page }: { page: PageOf<'object'> }) {
  const { '@type': type = '', type_title } = page.answer
  const container = page.path.slice(0, page.path.lastIndexOf('/')) || '/'
  return (
    <>
      {' '}
      <a href={`${urlOf(page.base, container)}/@@add?type=${encodeURIComponent(type)}`}>
        {say(page, 'page.add-another', { type: type_title || type })}
      </a>
    </>
  )
}
