import { groupPagePath, type PageOf } from '@plenum/core'
import { PageHeader } from '../content/title.js'
import { say } from '../say.js'
import { rolesText } from './rolesText.js'

export function GroupsView({ page }: { page: PageOf<'groups'> }) {
  return (
    <article class="list-page">
      <PageHeader title={say(page, 'page.groups')} lead={say(page, 'page.groups-help')} />
      <p>
        <a class="button" href={`${page.base}/@@add-group`}>
          {say(page, 'page.add-group')}
        </a>
      </p>
      <ul class="people">
        {page.answer.items.map(group => (
          <li>
            <div class="person">
              <a href={page.base + groupPagePath(group.id)}>{page.translate({ id: group.title })}</a>
              {group.description && <small>{group.description}</small>}
            </div>
            <span class="person-roles">{rolesText(page, group.roles)}</span>
          </li>
        ))}
      </ul>
    </article>
  )
}
