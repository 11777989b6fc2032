import { type PageOf, userPagePath } from '@plenum/core'
import { PageHeader } from '../content/title.js'
import { SectionsForm } from '../forms/formSections.js'
import { PostForm } from '../frame/postForm.js'
import { say } from '../say.js'
import { Portrait } from './portrait.js'
import { RemoveForm } from './removeForm.js'
import { rolesText } from './rolesText.js'

type UserPage = PageOf<'user'>

export function UserView({ page: requested }: { page: UserPage }) {
  // The address is set to the user's page, because a rejected form is shown at the URL of the form action.
  const page = { ...requested, address: requested.base + userPagePath(requested.answer.user.id) }
  const { user, is_own: isOwn, profile, password } = page.answer
  const groups = user.groups.items.filter(({ id }) => id !== 'AuthenticatedUsers').map(({ title }) => title)
  const facts = [user.fullname ? user.id : '', rolesText(page, user.roles), ...groups].filter(Boolean)
  return (
    <article class="narrow">
      <div class="profile-head">
        <Portrait page={page} user={user} />
        <PageHeader
          eyebrow={say(page, isOwn ? 'page.profile' : 'page.user')}
          title={user.fullname || user.id}
          lead={facts.join(' · ')}
        />
      </div>
      {profile.length > 0 && <ProfileForm page={page} />}
      {password.length > 0 && <PasswordForm page={page} />}
      {!isOwn && profile.length > 0 && <ResetForm page={page} />}
      {page.answer.may_remove && <RemoveForm page={page} kind="user" id={user.id} title={user.fullname || user.id} />}
    </article>
  )
}

const hiddenIn = (page: UserPage) => ({ user: page.answer.user.id, came_from: page.address })

function ProfileForm({ page }: { page: UserPage }) {
  const { profile, problems } = page.answer
  return (
    <SectionsForm
      page={page}
      sections={profile}
      problems={problems}
      action="profile"
      hidden={hiddenIn(page)}
      submit={say(page, 'page.save')}
      hasFiles
    />
  )
}

function PasswordForm({ page }: { page: UserPage }) {
  const { password, password_problems: problems } = page.answer
  return (
    <section class="form-part">
      <h2>{say(page, 'page.change-password')}</h2>
      <p>{say(page, 'page.change-password-help')}</p>
      <SectionsForm
        page={page}
        sections={password}
        problems={problems}
        action="changePassword"
        hidden={hiddenIn(page)}
        submit={say(page, 'page.change-password')}
      />
    </section>
  )
}

function ResetForm({ page }: { page: UserPage }) {
  const { user } = page.answer
  return (
    <section class="form-part">
      <h2>{say(page, 'page.password')}</h2>
      <p>{say(page, 'page.reset-help', { email: user.email ?? '' })}</p>
      <PostForm page={page} at="/" action="forgot" hidden={{ ...hiddenIn(page), login: user.id }}>
        <button type="submit" class="secondary">
          {say(page, 'page.send-link')}
        </button>
      </PostForm>
    </section>
  )
}
