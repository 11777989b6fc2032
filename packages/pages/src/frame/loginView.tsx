import type { PageOf } from '@plenum/core'
import { say } from '../say.js'
import { LoginForm } from './loginForm.js'

export function LoginView({ page }: { page: PageOf<'login'> }) {
  return (
    <article class="narrow">
      <h1>{say(page, 'page.log-in')}</h1>
      {page.answer.message && <p class="problem">{page.answer.message}</p>}
      <LoginForm page={page} />
    </article>
  )
}
