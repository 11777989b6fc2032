import { type PageOf, userPagePath } from '@plenum/core'
import { PageHeader } from '../content/title.js'
import { FormProblems, FormSections } from '../forms/formSections.js'
import { Confirmation } from '../frame/confirmation.js'
import { PostForm } from '../frame/postForm.js'
import { say } from '../say.js'
import { Portrait } from './portrait.js'
import { rolesText } from './rolesText.js'

type UserPage = PageOf<'user'>

export function UserView({ page: requested }: { page: UserPage }) {
  // The address is set to the user's page, because a refused form is shown at the URL of the form action.
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
      {page.answer.may_remove && <RemoveForm page={page} />}
    </article>
  )
}

function CommonFields({ page }: { page: UserPage }) {
  return (
    <>
      <input type="hidden" name="user" value={page.answer.user.id} />
      <input type="hidden" name="came_from" value={page.address} />
    </>
  )
}

function ProfileForm({ page }: { page: UserPage }) {
  const { profile, problems } = page.answer
  return (
    <>
      <FormProblems page={page} sections={profile} problems={problems} />
      <PostForm page={page} at="/" action="profile" class="content-form" isChecked={false} hasFiles>
        <CommonFields page={page} />
        <FormSections page={page} sections={profile} />
        <div class="form-buttons still">
          <button type="submit">{say(page, 'page.save')}</button>
        </div>
      </PostForm>
    </>
  )
}

function PasswordForm({ page }: { page: UserPage }) {
  const { password, password_problems: problems } = page.answer
  return (
    <section class="form-part">
      <h2>{say(page, 'page.change-password')}</h2>
      <p>{say(page, 'page.change-password-help')}</p>
      <FormProblems page={page} sections={password} problems={problems} />
      <PostForm page={page} at="/" action="changePassword" class="content-form" isChecked={false}>
        <CommonFields page={page} />
        <FormSections page={page} sections={password} />
        <div class="form-buttons still">
          <button type="submit">{say(page, 'page.change-password')}</button>
        </div>
      </PostForm>
    </section>
  )
}

function ResetForm({ page }: { page: UserPage }) {
  const { user } = page.answer
  return (
    <section class="form-part">
      <h2>{say(page, 'page.password')}</h2>
      <p>{say(page, 'page.reset-help', { email: user.email ?? '' })}</p>
      <PostForm page={page} at="/" action="forgot">
        <CommonFields page={page} />
        <input type="hidden" name="login" value={user.id} />
        <button type="submit" class="secondary">
          {say(page, 'page.send-link')}
        </button>
      </PostForm>
    </section>
  )
}

function RemoveForm({ page }: { page: UserPage }) {
  const user = page.answer.user.fullname || page.answer.user.id
  const label = say(page, 'page.remove-user', { user })
  return (
    <section class="form-part">
      <h2>{say(page, 'page.remove')}</h2>
      {page.query.get('confirm') !== 'remove' && <p>{say(page, 'page.remove-user-effect')}</p>}
      <Confirmation page={page} id="remove" label={label} effect={say(page, 'page.remove-user-effect')}>
        <PostForm page={page} at="/" action="removeUser">
          <input type="hidden" name="user" value={page.answer.user.id} />
          <button type="submit" class="danger">
            {label}
          </button>
        </PostForm>
      </Confirmation>
    </section>
  )
}
