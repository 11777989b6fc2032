import type { PageOf } from '@plenum/core'
import type { AuditEntry } from '@plenum/core/answers'
import { administrativeKinds } from '@plenum/core/ports'
import { Table } from '../content/table.js'
import { PageHeader } from '../content/title.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'

type AuditPage = PageOf<'audit'>

/** `@audit`: the administrative changes, with a link for each kind. */
export function AuditView({ page }: { page: AuditPage }) {
  const { items, next } = page.answer
  return (
    <article>
      <PageHeader title={say(page, 'page.audit')} lead={say(page, 'page.audit-lead')} />
      <Kinds page={page} />
      {items.length === 0 ? <p>{say(page, 'page.audit-none')}</p> : <Entries page={page} />}
      {next !== null && (
        <nav class="batches" aria-label={say(page, 'page.batches')}>
          <a href={safeLink(next)}>{say(page, 'page.audit-older')}</a>
        </nav>
      )}
    </article>
  )
}

function Kinds({ page }: { page: AuditPage }) {
  const current = page.query.get('kind') ?? ''
  const kinds = ['', ...administrativeKinds]
  return (
    <nav aria-label={say(page, 'page.audit-kind')}>
      <ul class="facts">
        {kinds.map(kind => (
          <li>
            <a
              href={kind === '' ? page.address : `${page.address}?kind=${kind}`}
              aria-current={kind === current ? 'page' : undefined}
            >
              {kind === '' ? say(page, 'page.audit-all') : kind}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Entries({ page }: { page: AuditPage }) {
  const columns = (['page.audit-time', 'page.audit-kind', 'page.audit-actor', 'page.audit-details'] as const).map(id =>
    say(page, id),
  )
  return (
    <Table label={say(page, 'page.audit')} columns={columns}>
      {page.answer.items.map(entry => (
        <EntryRow entry={entry} />
      ))}
    </Table>
  )
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const { kind, time, actor, path, details } = entry
  return (
    <tr>
      <th scope="row">
        <time dateTime={time}>{time}</time>
      </th>
      <td>{kind}</td>
      <td>{actor ?? '–'}</td>
      <td>
        {path !== undefined && <a href={safeLink(entry['@id'] ?? '')}>{path}</a>} <code>{JSON.stringify(details)}</code>
      </td>
    </tr>
  )
}
