import type { PageOf } from '@plenum/core'
import type { RoleSetting, SharedRole, SharingEntry } from '@plenum/core/answers'
import { Table, Tick } from '../content/table.js'
import { PageHeader } from '../content/title.js'
import { objectTitle } from '../frame/titles.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'

/**
 * `@sharing`: the roles of users and groups. `global` roles apply to the whole site; `acquired` roles are inherited.
 */
export function SharingView({ page }: { page: PageOf<'sharing'> }) {
  const roles = page.answer.available_roles
  return (
    <article>
      <PageHeader
        eyebrow={objectTitle(page)}
        title={say(page, 'page.sharing')}
        lead={say(page, page.answer.inherit ? 'page.inherits' : 'page.inherits-not')}
      />
      <Table
        label={say(page, 'page.sharing')}
        class="roles"
        columns={[say(page, 'page.who'), ...roles.map(({ title }) => title)]}
      >
        <Rows rows={page.answer.entries} draw={entry => <Entry page={page} entry={entry} roles={roles} />} />
      </Table>
    </article>
  )
}

interface EntryProps {
  readonly page: PageOf<'sharing'>
  readonly entry: SharingEntry
  readonly roles: readonly SharedRole[]
}

function Entry({ page, entry, roles }: EntryProps) {
  return (
    <tr>
      <th scope="row">
        {entry.title || entry.id}
        <small>{say(page, entry.type === 'group' ? 'page.group' : 'page.user')}</small>
      </th>
      {roles.map(role => (
        <td>
          <Grant page={page} value={entry.roles[role.id]} />
        </td>
      ))}
    </tr>
  )
}

function Grant({ page, value }: { page: PageOf<'sharing'>; value: RoleSetting | undefined }) {
  if (value === 'global') return <>{say(page, 'page.role-of-site')}</>
  if (value === 'acquired') return <>{say(page, 'page.role-from-above')}</>
  return <Tick isSet={value === true} text={say(page, value === true ? 'page.yes' : 'page.no')} />
}
