import { isJsonObject, type JsonObject, type JsonValue, type PageOf } from '@plenum/core'
import type { AuditEntry } from '@plenum/core/answers'
import { Filters } from '../content/filters.js'
import { Table } from '../content/table.js'
import { PageHeader } from '../content/title.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'

type AuditPage = PageOf<'audit'>

const kindTitles = {
  sharing: 'page.audit.sharing',
  people: 'page.audit.people',
  settings: 'page.audit.settings',
  types: 'page.audit.types',
  import: 'page.audit.import',
  invalidation: 'page.audit.invalidation',
} as const

const isKind = (kind: string): kind is keyof typeof kindTitles => Object.hasOwn(kindTitles, kind)

const titleOfKind = (page: AuditPage, kind: string): string => (isKind(kind) ? say(page, kindTitles[kind]) : kind)

/** Renders `@audit`: the administrative changes, with links that filter them by kind. */
export function AuditView({ page }: { page: AuditPage }) {
  const { items, next } = page.answer
  return (
    <article>
      <PageHeader title={say(page, 'page.audit')} lead={say(page, 'page.audit-lead')} />
      <Kinds page={page} />
      {items.length === 0 ? <p class="empty">{say(page, 'page.audit-none')}</p> : <Entries page={page} />}
      {next !== null && (
        <nav class="batches" aria-label={say(page, 'page.batches')}>
          <a href={safeLink(next)}>{say(page, 'page.audit-older')}</a>
        </nav>
      )}
    </article>
  )
}

function Kinds({ page }: { page: AuditPage }) {
  const kinds = Object.keys(kindTitles).map(value => ({ value, text: titleOfKind(page, value) }))
  const links = [{ value: '', text: say(page, 'page.audit-all') }, ...kinds]
  return <Filters page={page} label={say(page, 'page.audit-kind')} parameter="kind" links={links} />
}

function Entries({ page }: { page: AuditPage }) {
  const columns = (['page.audit-time', 'page.audit-kind', 'page.audit-actor', 'page.audit-details'] as const).map(id =>
    say(page, id),
  )
  return (
    <Table label={say(page, 'page.audit')} class="stacked" columns={columns}>
      {page.answer.items.map(entry => (
        <EntryRow page={page} entry={entry} />
      ))}
    </Table>
  )
}

function EntryRow({ page, entry }: { page: AuditPage; entry: AuditEntry }) {
  const { kind, time, actor, path, details } = entry
  return (
    <tr>
      <th scope="row">
        <time dateTime={time}>{formatInstant(time, 'dayAndTime', page.language, zoneOf(page))}</time>
      </th>
      <td>{titleOfKind(page, kind)}</td>
      <td>{actor ?? '–'}</td>
      <td>
        {path !== undefined && path !== '/' && <a href={safeLink(entry['@id'] ?? '')}>{path}</a>}
        <Details details={details} />
      </td>
    </tr>
  )
}

/** Renders the changed values, one per line, for example `roles: Editor → Editor, Reviewer`. */
function Details({ details }: { details: AuditEntry['details'] }) {
  return (
    <ul class="plain-list">
      {linesOf(details ?? {}).map(line => (
        <li>{line}</li>
      ))}
    </ul>
  )
}

const isEmpty = (value: JsonValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

function linesOf(values: JsonObject, above: readonly string[] = []): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const names = [...above, name]
    if (!isJsonObject(value)) return isEmpty(value) ? [] : [`${names.join(' › ')}: ${textOf(value)}`]
    const { from, to } = value
    if (from === undefined || to === undefined) return linesOf(value, names)
    return isJsonObject(to) ? linesOf(to, names) : [`${names.join(' › ')}: ${textOf(from)} → ${textOf(to)}`]
  })
}

function textOf(value: JsonValue): string {
  if (isEmpty(value)) return '–'
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
