import { type PageOf, userPagePath } from '@plenum/core'
import type { UserPayload } from '@plenum/core/answers'
import { PageHeader } from '../content/title.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'
import { NextBatch, PeopleSearch } from './peopleSearch.js'
import { Portrait } from './portrait.js'
import { rolesText } from './rolesText.js'

type UsersPage = PageOf<'users'>

export function UsersView({ page }: { page: UsersPage }) {
  const { items, search, may_add: mayAdd } = page.answer
  return (
    <article class="list-page">
      <PageHeader title={say(page, 'page.users')} />
      <div class="list-tools">
        <PeopleSearch page={page} label={say(page, 'page.find-users')} search={search} />
        {mayAdd && (
          <a class="button" href={`${page.base}/@@invite`}>
            {say(page, 'page.invite')}
          </a>
        )}
      </div>
      {items.length === 0 && <p role="status">{say(page, 'page.no-users', { search })}</p>}
      <ul class="people">
        <Rows rows={items} draw={user => <UserItem page={page} user={user} />} />
      </ul>
      <NextBatch page={page} search={search} next={page.answer.next} />
    </article>
  )
}

function UserItem({ page, user }: { page: UsersPage; user: UserPayload }) {
  const { id, fullname, email, roles } = user
  return (
    <li>
      <Portrait page={page} user={user} />
      <div class="person">
        <a href={page.base + userPagePath(id)}>{fullname || id}</a>
        <small>{fullname ? `${id} · ${email ?? ''}` : email}</small>
      </div>
      <span class="person-roles">{rolesText(page, roles)}</span>
    </li>
  )
}
