import type { PageOf } from '@plenum/core'
import { PageHeader } from '../content/title.js'
import { FormProblems, FormSections } from '../forms/formSections.js'
import { PostForm } from '../frame/postForm.js'
import { say } from '../say.js'

const texts = {
  invite: { title: 'page.invite', lead: 'page.invite-help', list: '/@@users' },
  addGroup: { title: 'page.add-group', lead: 'page.add-group-help', list: '/@@groups' },
} as const

export function NewPrincipalView({ page }: { page: PageOf<'invite' | 'addGroup'> }) {
  const { sections, problems } = page.answer
  const { title, lead, list } = texts[page.view]
  return (
    <article class="narrow">
      <PageHeader title={say(page, title)} lead={say(page, lead)} />
      <FormProblems page={page} sections={sections} problems={problems} />
      <PostForm page={page} at="/" action={page.view} class="content-form" isChecked={false}>
        <FormSections page={page} sections={sections} />
        <div class="form-buttons still">
          <button type="submit">{say(page, title)}</button>
          <a class="button quiet" href={page.base + list}>
            {say(page, 'page.keep')}
          </a>
        </div>
      </PostForm>
    </article>
  )
}
