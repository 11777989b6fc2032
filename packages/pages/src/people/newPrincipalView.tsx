import type { PageOf } from '@plenum/core'
import { PageHeader } from '../content/title.js'
import { SectionsForm } from '../forms/formSections.js'
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
      <SectionsForm
        page={page}
        sections={sections}
        problems={problems}
        action={page.view}
        submit={say(page, title)}
        back={page.base + list}
      />
    </article>
  )
}
