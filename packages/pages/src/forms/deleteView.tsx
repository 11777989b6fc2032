import { type PageOf, urlOf } from '@plenum/core'
import { PostForm } from '../frame/postForm.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { FormProblems } from './formSections.js'

export function DeleteView({ page }: { page: PageOf<'delete'> }) {
  const { form, problems } = page.answer
  const { title, type_title, items_total: count, revision } = form
  return (
    <article class="form-page">
      <h1>{say(page, 'page.delete-title', { title: title || type_title })}</h1>
      <FormProblems page={page} sections={[]} problems={problems} />
      <p class="lead">{say(page, count === 0 ? 'page.delete-one' : 'page.delete-all', { count })}</p>
      <Referring page={page} />
      <PostForm page={page} action="delete" class="content-form">
        <input type="hidden" name="revision" value={revision} />
        {count > 0 && (
          <label class="confirmed">
            <input type="checkbox" name="contents" value={count} required />
            <span>{say(page, 'page.delete-confirm', { count })}</span>
          </label>
        )}
        <div class="form-buttons">
          <button type="submit" class="danger">
            {say(page, 'page.delete')}
          </button>
          <a class="button secondary" href={urlOf(page.base, page.path)}>
            {say(page, 'page.keep')}
          </a>
        </div>
      </PostForm>
    </article>
  )
}

function Referring({ page }: { page: PageOf<'delete'> }) {
  const { breaches } = page.answer.form
  if (breaches.length === 0) return null
  return (
    <section class="referring">
      <h2>{say(page, 'page.delete-links')}</h2>
      <ul>
        {breaches.map(({ '@id': address, title }) => (
          <li>
            <a href={safeLink(address)}>{title || address}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
