import type { PageOf } from '@plenum/core'
import { say } from '../say.js'
import { LoginForm } from './loginView.js'
import { LargeSearch } from './searchForm.js'
import { titleOf } from './titles.js'

type Page = PageOf<'error'>

/**
 * Renders an error and explains what the visitor can do next. The login form is included only if the visitor lacks a
 * permission, because logging in may then help.
 */
export function ErrorView({ page }: { page: Page }) {
  return (
    <article class="narrow">
      <p class="eyebrow">{page.status}</p>
      <h1>{titleOf(page)}</h1>
      <p class="lead">{explanationOf(page)}</p>
      <ErrorId page={page} />
      <NextStep page={page} />
    </article>
  )
}

function explanationOf(page: Page): string {
  const { status, caller, answer, returnTo } = page
  if (status === 404 && returnTo === null) return say(page, 'page.missing-help')
  if (status === 401 && caller === null) return say(page, 'page.login-help')
  if (status === 401 && caller) return say(page, 'page.no-access-help', { user: caller.fullname || caller.id })
  return answer.message || answer.error?.message || ''
}

/**
 * Renders the request id, so that operators can find the request in the log. Renders nothing if the message already
 * contains the id.
 */
function ErrorId({ page }: { page: Page }) {
  const { request_id: id, message = '' } = page.answer
  if (id === undefined || message.includes(id)) return null
  return (
    <p>
      <small>{say(page, 'page.error-id', { id })}</small>
    </p>
  )
}

function NextStep({ page }: { page: Page }) {
  const { status, caller, base, returnTo } = page
  if (status === 401 && caller === null) return <LoginForm page={page} />
  return (
    <>
      {status === 404 && <LargeSearch page={page} />}
      <p class="buttons">
        {returnTo !== null && (
          <a class="button" href={returnTo}>
            {say(page, 'page.back')}
          </a>
        )}
        <a href={`${base}/`}>{say(page, 'page.to-front')}</a>
      </p>
    </>
  )
}
