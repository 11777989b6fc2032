import { groupPagePath, type PageOf, userPagePath } from '@plenum/core'
import type { MemberEntry } from '@plenum/core/answers'
import { PageHeader } from '../content/title.js'
import { SectionsForm } from '../forms/formSections.js'
import { PostForm } from '../frame/postForm.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'
import { NextBatch, PeopleSearch } from './peopleSearch.js'
import { RemoveForm } from './removeForm.js'
import { rolesText } from './rolesText.js'

type GroupPage = PageOf<'group'>

export function GroupView({ page: requested }: { page: GroupPage }) {
  // The address is set to the group's page, because a rejected form is shown at the URL of the form action.
  const page = { ...requested, address: requested.base + groupPagePath(requested.answer.group.id) }
  const { group, may_change: mayChange, may_remove: mayRemove } = page.answer
  const title = page.translate({ id: group.title })
  return (
    <article class="narrow">
      <PageHeader
        eyebrow={say(page, 'page.group')}
        title={title}
        lead={[group.id, rolesText(page, group.roles)].filter(Boolean).join(' · ')}
      />
      {mayChange ? <Members page={page} /> : <p>{say(page, 'page.group-fixed')}</p>}
      {mayChange && <GroupForm page={page} />}
      {mayRemove && <RemoveForm page={page} kind="group" id={group.id} title={title} />}
    </article>
  )
}

const hiddenIn = (page: GroupPage) => ({ group: page.answer.group.id, came_from: page.address })

/** Renders the members of a group as checkboxes. A search lists other users, so that they can be added. */
function Members({ page }: { page: GroupPage }) {
  const { search, members, next } = page.answer
  return (
    <section class="form-part first">
      <h2>{say(page, 'page.members')}</h2>
      <PeopleSearch page={page} label={say(page, 'page.add-members')} search={search} />
      {members.length === 0 && (
        <p role="status">{say(page, search === '' ? 'page.no-members' : 'page.no-users', { search })}</p>
      )}
      {members.length > 0 && (
        <PostForm page={page} at="/" action="members" hidden={hiddenIn(page)}>
          <ul class="people">
            <Rows rows={members} draw={member => <Member page={page} member={member} />} />
          </ul>
          <button type="submit">{say(page, 'page.save-members')}</button>
        </PostForm>
      )}
      <NextBatch page={page} search={search} next={next} />
    </section>
  )
}

function Member({ page, member: { id, title, email, is_member: isMember } }: { page: GroupPage; member: MemberEntry }) {
  return (
    <li>
      {isMember && <input type="hidden" name="was" value={id} />}
      <label class="member">
        <input type="checkbox" name="member" value={id} checked={isMember} />
        <span class="person">
          {title}
          <small>{title === id ? email : `${id} · ${email}`}</small>
        </span>
      </label>
      <a href={page.base + userPagePath(id)} aria-label={`${say(page, 'page.profile-of')}: ${title}`}>
        {say(page, 'page.profile-of')}
      </a>
    </li>
  )
}

function GroupForm({ page }: { page: GroupPage }) {
  const { sections, problems } = page.answer
  return (
    <section class="form-part">
      <h2>{say(page, 'page.group-properties')}</h2>
      <SectionsForm
        page={page}
        sections={sections}
        problems={problems}
        action="group"
        hidden={hiddenIn(page)}
        submit={say(page, 'page.save')}
      />
    </section>
  )
}
