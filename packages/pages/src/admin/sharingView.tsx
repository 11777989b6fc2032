import type { PageOf } from '@plenum/core'
import type { RoleSetting, SharedRole, SharingEntry } from '@plenum/core/answers'
import { Table } from '../content/table.js'
import { PageHeader } from '../content/title.js'
import { PostForm } from '../frame/postForm.js'
import { objectTitle } from '../frame/titles.js'
import { PeopleSearch } from '../people/peopleSearch.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'

type SharingPage = PageOf<'sharing'>

/**
 * Renders `@sharing`: the roles of users and groups on an object, as checkboxes. `global` roles apply to the entire
 * site, and `acquired` roles are inherited from containers. Both are shown as text, because they cannot be revoked on
 * this page.
 */
export function SharingView({ page }: { page: SharingPage }) {
  const roles = page.answer.available_roles
  return (
    <article>
      <PageHeader eyebrow={objectTitle(page)} title={say(page, 'page.sharing')} lead={say(page, 'page.sharing-help')} />
      <SearchForm page={page} />
      <PostForm page={page} action="share" hidden={{ came_from: page.address, inherited: String(page.answer.inherit) }}>
        <Table
          label={say(page, 'page.sharing')}
          class="roles"
          columns={[say(page, 'page.who'), ...roles.map(({ title }) => title)]}
        >
          <Rows rows={page.answer.entries} draw={entry => <Entry page={page} entry={entry} roles={roles} />} />
        </Table>
        <InheritSwitch page={page} />
        <button type="submit">{say(page, 'page.save')}</button>
      </PostForm>
    </article>
  )
}

/**
 * Renders a form that searches for users and groups. The users and groups that it finds are shown as additional rows of
 * the table.
 */
function SearchForm({ page }: { page: SharingPage }) {
  const search = page.query.get('search') ?? ''
  const isFruitless = search !== '' && page.answer.entries.every(({ disabled }) => disabled !== undefined)
  return (
    <PeopleSearch page={page} id="sharing-search" label={say(page, 'page.sharing-add')} search={search} isRequired>
      {isFruitless && <p role="status">{say(page, 'page.sharing-none', { search })}</p>}
    </PeopleSearch>
  )
}

function InheritSwitch({ page }: { page: SharingPage }) {
  if (page.path === '/') return <input type="hidden" name="inherit" value="on" />
  return (
    <p class="switch">
      <label>
        <input type="checkbox" name="inherit" checked={page.answer.inherit} aria-describedby="inherit-help" />{' '}
        {say(page, 'page.sharing-inherit')}
      </label>
      <small id="inherit-help">{say(page, 'page.sharing-inherit-help')}</small>
    </p>
  )
}

const isOwn = ({ caller }: SharingPage, { type, id }: SharingEntry): boolean => type === 'user' && id === caller?.id

function Entry({ page, entry, roles }: { page: SharingPage; entry: SharingEntry; roles: readonly SharedRole[] }) {
  return (
    <tr>
      <th scope="row">
        {entry.title || entry.id}
        <small>{say(page, entry.type === 'group' ? 'page.group' : 'page.user')}</small>
        {isOwn(page, entry) && <small>{say(page, 'page.sharing-own')}</small>}
      </th>
      {roles.map(role => (
        <td>
          <Grant page={page} entry={entry} role={role} />
        </td>
      ))}
    </tr>
  )
}

function Grant({ page, entry, role }: { page: SharingPage; entry: SharingEntry; role: SharedRole }) {
  const setting: RoleSetting = entry.roles[role.id] ?? false
  const value = `${entry.type}:${entry.id}:${role.id}`
  if (typeof setting === 'string')
    return (
      <span class="fixed-grant">
        <span class="role-name">{role.title}: </span>
        {say(page, setting === 'global' ? 'page.role-of-site' : 'page.role-from-above')}
        <input type="hidden" name="other" value={value} />
      </span>
    )
  return (
    <label>
      {setting && !isOwn(page, entry) && <input type="hidden" name="was" value={value} />}
      <input
        type="checkbox"
        name="grant"
        value={value}
        checked={setting}
        disabled={isOwn(page, entry)}
        aria-label={`${role.title}: ${entry.title || entry.id}`}
      />
      <span class="role-name">{role.title}</span>
    </label>
  )
}
