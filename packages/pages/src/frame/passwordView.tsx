import type { PageOf } from '@plenum/core'
import { say } from '../say.js'
import { PostForm } from './postForm.js'

export function PasswordView({ page }: { page: PageOf<'password'> }) {
  const { token, message } = page.answer
  return (
    <article class="narrow">
      <h1>{say(page, 'page.set-password')}</h1>
      {message && (
        <p class="problem" role="alert">
          {message}
        </p>
      )}
      {token === null ? <RequestForm page={page} /> : <PasswordForm page={page} token={token} />}
    </article>
  )
}

function RequestForm({ page }: { page: PageOf<'password'> }) {
  return (
    <PostForm page={page} at="/" action="forgot" class="fields">
      <p>{say(page, 'page.send-link-help')}</p>
      <input type="hidden" name="came_from" value="/login" />
      <label for="forgot-name">{say(page, 'page.user-name')}</label>
      <input
        id="forgot-name"
        name="login"
        value={page.answer.user}
        autocomplete="username"
        autocapitalize="none"
        required
      />
      <button type="submit">{say(page, 'page.send-link')}</button>
    </PostForm>
  )
}

function PasswordForm({ page, token }: { page: PageOf<'password'>; token: string }) {
  const { user } = page.answer
  const secret = { type: 'password', autocomplete: 'new-password', minLength: 8, required: true } as const
  return (
    <PostForm page={page} at="/" action="password" class="fields">
      <p>{say(page, 'page.set-password-for', { user })}</p>
      <input type="hidden" name="came_from" value="/login" />
      <input type="hidden" name="reset" value={token} />
      <input type="hidden" name="user" value={user} autocomplete="username" />
      <label for="new-password">{say(page, 'page.new-password')}</label>
      <input id="new-password" name="password" {...secret} />
      <label for="repeated-password">{say(page, 'page.repeat-password')}</label>
      <input id="repeated-password" name="repeated" {...secret} />
      <button type="submit">{say(page, 'page.set-password')}</button>
    </PostForm>
  )
}
