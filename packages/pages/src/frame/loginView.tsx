import type { HtmlPage, PageOf } from '@plenum/core'
import { say } from '../say.js'
import { PostForm } from './postForm.js'

export function LoginView({ page }: { page: PageOf<'login'> }) {
  return (
    <article class="narrow">
      <h1>{say(page, 'page.log-in')}</h1>
      {page.answer.message && (
        <p class="problem" role="alert">
          {page.answer.message}
        </p>
      )}
      <LoginForm page={page} />
      <p>
        <a href={`${page.base}/login?forgot`}>{say(page, 'page.forgot-password')}</a>
      </p>
    </article>
  )
}

export function LoginForm({ page }: { page: HtmlPage }) {
  const cameFrom = page.view === 'login' ? page.answer.came_from : page.address
  const unsaved = page.view === 'login' ? page.answer.unsaved : undefined
  return (
    <PostForm page={page} at="/" action="login" class="fields">
      {cameFrom && <input type="hidden" name="came_from" value={cameFrom} />}
      {unsaved !== undefined && <input type="hidden" name="unsaved" value={unsaved} />}
      <label for="login-name">{say(page, 'page.user-name')}</label>
      <input id="login-name" name="login" autocomplete="username" autocapitalize="none" required />
      <label for="login-password">{say(page, 'page.password')}</label>
      <input id="login-password" name="password" type="password" autocomplete="current-password" required />
      <button type="submit">{say(page, 'page.log-in')}</button>
    </PostForm>
  )
}
