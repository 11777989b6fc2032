import type { HtmlPage } from '@plenum/core'
import { objectOf, textOf } from '../reading/json.js'
import { say } from '../say.js'
import { LoginForm } from './loginForm.js'
import { titleOf } from './titles.js'

/** A refusal: what it says, a way on, and for visitors who may not come in the form to log in. */
export function ErrorView({ page }: { page: HtmlPage }) {
  const { status, answer, base, caller } = page
  const text = textOf(answer.message) || textOf(objectOf(answer.error).message)
  const mayHelp = caller === null && (status === 401 || status === 403)
  return (
    <article class="narrow">
      <p class="eyebrow">{status}</p>
      <h1>{titleOf(page)}</h1>
      {text && <p class="lead">{text}</p>}
      {mayHelp ? <LoginForm page={page} /> : <a href={`${base}/`}>{say(page, 'page.to-front')}</a>}
    </article>
  )
}
