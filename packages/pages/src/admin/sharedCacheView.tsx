import type { PageOf } from '@plenum/core'
import type { FunctionStatus, MemoizeStatus } from '@plenum/core/answers'
import { Table } from '../content/table.js'
import { PageHeader } from '../content/title.js'
import { PostForm } from '../frame/postForm.js'
import { say } from '../say.js'

/** Renders `@sharedmemoize`: the cache server, its settings, and the counters of each memoized function. */
export function SharedCacheView({ page }: { page: PageOf<'sharedmemoize'> }) {
  const { answer } = page
  return (
    <article>
      <PageHeader
        title={say(page, 'page.shared-cache')}
        lead={say(page, answer.active ? 'page.cache-active' : 'page.cache-inactive')}
      />
      <Panels page={page} />
      <Functions page={page} />
      <Invalidate page={page} name="" text={say(page, 'page.invalidate-all')} />
      <h2>{say(page, 'page.settings')}</h2>
      <Settings page={page} />
    </article>
  )
}

function Panels({ page }: { page: PageOf<'sharedmemoize'> }) {
  const { server, breaker } = page.answer
  const product = server ? [server.product, server.version].filter(Boolean).join(' ') : ''
  return (
    <div class="columns panels">
      {server && product && (
        <Panel name={say(page, 'page.cache-server')}>
          {product}
          <small>{server.error || `${server.latency_ms} ms`}</small>
        </Panel>
      )}
      {breaker !== null && (
        <Panel name={say(page, 'page.cache-breaker')}>
          {breaker.open
            ? say(page, 'page.cache-paused', { seconds: breaker.seconds_until_retry })
            : say(page, 'page.cache-well')}
        </Panel>
      )}
    </div>
  )
}

function Settings({ page }: { page: PageOf<'sharedmemoize'> }) {
  return (
    <dl class="fact-table cache-settings">
      {Object.entries(page.answer.settings).map(([name, value]) => (
        <div>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{formatSetting(value)}</dd>
        </div>
      ))}
    </dl>
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

function formatSetting(value: MemoizeStatus['settings'][keyof MemoizeStatus['settings']]): string {
  const text = typeof value === 'object' ? value?.join(', ') : String(value)
  return text || '–'
}

function Functions({ page }: { page: PageOf<'sharedmemoize'> }) {
  const functions = Object.entries(page.answer.functions)
  if (functions.length === 0) return <p class="empty">{say(page, 'page.cache-no-functions')}</p>
  const counters = Object.keys(functions[0]?.[1].counters ?? {})
  return (
    <section>
      <h2>{say(page, 'page.cache-functions')}</h2>
      <Table
        label={say(page, 'page.cache-functions')}
        class="counters"
        columns={[
          say(page, 'page.cache-function'),
          say(page, 'page.cache-route'),
          ...counters.map(counter => counter.replaceAll('_', ' ')),
          '',
        ]}
      >
        {functions.map(([name, status]) => (
          <FunctionRow page={page} name={name} status={status} counters={counters} />
        ))}
      </Table>
    </section>
  )
}

interface FunctionRowProps {
  readonly page: PageOf<'sharedmemoize'>
  readonly name: string
  readonly status: FunctionStatus
  readonly counters: readonly string[]
}

function FunctionRow({ page, name, status, counters }: FunctionRowProps) {
  const values: Readonly<Record<string, number>> = status.counters
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
      </th>
      <td>
        {status.route}
        {status.reason && <small>{status.reason}</small>}
      </td>
      {counters.map(counter => (
        <td class="figure">{values[counter] ?? 0}</td>
      ))}
      <td>
        <Invalidate page={page} name={name} text={say(page, 'page.invalidate')} />
      </td>
    </tr>
  )
}

function Invalidate({ page, name, text }: { page: PageOf<'sharedmemoize'>; name: string; text: string }) {
  return (
    <PostForm page={page} action="invalidate" hidden={{ function: name, came_from: page.address }}>
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
