import type { HtmlPage, JsonObject, JsonValue } from '@plenum/core'
import { Scrolled } from '../content/scrolled.js'
import { PostForm } from '../frame/postForm.js'
import { numberOf, objectOf, textOf, textsOf } from '../reading/json.js'
import { say } from '../say.js'

/** `@sharedmemoize`: the server behind the shared cache, its settings, and each memoized function with its counters. */
export function SharedCacheView({ page }: { page: HtmlPage }) {
  const { answer } = page
  return (
    <article>
      <header class="title">
        <h1>{say(page, 'page.shared-cache')}</h1>
        <p class="lead">{say(page, answer.active === true ? 'page.cache-active' : 'page.cache-inactive')}</p>
      </header>
      <Panels page={page} />
      <Functions page={page} />
      <Invalidate page={page} name="" text={say(page, 'page.invalidate-all')} />
    </article>
  )
}

function Panels({ page }: { page: HtmlPage }) {
  const server = objectOf(page.answer.server)
  const breaker = objectOf(page.answer.breaker)
  const product = [textOf(server.product), textOf(server.version)].filter(Boolean).join(' ')
  return (
    <div class="columns panels">
      {product && (
        <Panel name={say(page, 'page.cache-server')}>
          {product}
          <small>{textOf(server.error) || `${numberOf(server.latency_ms)} ms`}</small>
        </Panel>
      )}
      {page.answer.breaker !== null && (
        <Panel name={say(page, 'page.cache-breaker')}>
          {breaker.open === true
            ? say(page, 'page.cache-paused', { seconds: numberOf(breaker.seconds_until_retry) })
            : say(page, 'page.cache-well')}
        </Panel>
      )}
      {Object.entries(objectOf(page.answer.settings)).map(([name, value]) => (
        <Panel name={name}>{inWords(value)}</Panel>
      ))}
    </div>
  )
}

function Panel({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div class="panel">
      <p class="eyebrow">{name}</p>
      <p>{children}</p>
    </div>
  )
}

function inWords(value: JsonValue): string {
  if (Array.isArray(value)) return textsOf(value).join(', ') || '–'
  return textOf(value) || '–'
}

function Functions({ page }: { page: HtmlPage }) {
  const functions = Object.entries(objectOf(page.answer.functions)).map(
    ([name, status]) => [name, objectOf(status)] as const,
  )
  if (functions.length === 0) return <p>{say(page, 'page.cache-no-functions')}</p>
  const counters = Object.keys(objectOf(functions[0]?.[1].counters))
  return (
    <section>
      <h2>{say(page, 'page.cache-functions')}</h2>
      <Scrolled label={say(page, 'page.cache-functions')}>
        <table class="counters">
          <thead>
            <tr>
              <th scope="col">{say(page, 'page.cache-function')}</th>
              <th scope="col">{say(page, 'page.cache-route')}</th>
              {counters.map(counter => (
                <th scope="col">{counter.replaceAll('_', ' ')}</th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {functions.map(([name, status]) => (
              <FunctionRow page={page} name={name} status={status} counters={counters} />
            ))}
          </tbody>
        </table>
      </Scrolled>
    </section>
  )
}

interface FunctionRowProps {
  readonly page: HtmlPage
  readonly name: string
  readonly status: JsonObject
  readonly counters: readonly string[]
}

function FunctionRow({ page, name, status, counters }: FunctionRowProps) {
  const counted = objectOf(status.counters)
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
      </th>
      <td>
        {textOf(status.route)}
        {textOf(status.reason) && <small>{textOf(status.reason)}</small>}
      </td>
      {counters.map(counter => (
        <td class="figure">{numberOf(counted[counter])}</td>
      ))}
      <td>
        <Invalidate page={page} name={name} text={say(page, 'page.invalidate')} />
      </td>
    </tr>
  )
}

function Invalidate({ page, name, text }: { page: HtmlPage; name: string; text: string }) {
  return (
    <PostForm page={page} action="invalidate">
      <input type="hidden" name="function" value={name} />
      <input type="hidden" name="came_from" value={page.address} />
      <button
        type="submit"
        class={name === '' ? undefined : 'quiet'}
        aria-label={name === '' ? undefined : `${text}: ${name}`}
      >
        {text}
      </button>
    </PostForm>
  )
}
