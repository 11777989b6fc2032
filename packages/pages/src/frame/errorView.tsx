import type { PageOf } from '@plenum/core'
import { say } from '../say.js'
import { LoginForm } from './loginView.js'
import { titleOf } from './titles.js'

/** An error: its message, with a link to the front page or, for visitors who lack permission, the login form. */
export function ErrorView({ page }: { page: PageOf<'error'> }) {
  const { status, answer, base, caller } = page
  const text = answer.message || answer.error?.message
  const showsLogin = caller === null && (status === 401 || status === 403)
  return (
    <article class="narrow">
      <p class="eyebrow">{status}</p>
      <h1>{titleOf(page)}</h1>
      {text && <p class="lead">{text}</p>}
      {showsLogin ? <LoginForm page={page} /> : <a href={`${base}/`}>{say(page, 'page.to-front')}</a>}
    </article>
  )
}
