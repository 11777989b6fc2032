import type { HtmlPage } from '@plenum/core'
import { textOf } from '../reading/json.js'
import { say } from '../say.js'
import { LoginForm } from './loginForm.js'

export function LoginView({ page }: { page: HtmlPage }) {
  return (
    <article class="narrow">
      <h1>{say(page, 'page.log-in')}</h1>
      {textOf(page.answer.message) && <p class="problem">{textOf(page.answer.message)}</p>}
      <LoginForm page={page} />
    </article>
  )
}
