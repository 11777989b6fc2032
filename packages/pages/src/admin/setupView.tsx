import type { HtmlPage, PageOf } from '@plenum/core'
import { PageHeader } from '../content/title.js'
import { SectionsForm } from '../forms/formSections.js'
import { say } from '../say.js'

/** Renders `@@setup`: the form to set up an empty site or, after the setup, the next steps. */
export function SetupView({ page }: { page: PageOf<'setup'> }) {
  return page.answer.is_open ? <SetupForm page={page} /> : <NextSteps page={page} />
}

function SetupForm({ page }: { page: PageOf<'setup'> }) {
  const { sections, problems } = page.answer
  return (
    <article class="narrow">
      <PageHeader title={say(page, 'page.setup')} lead={say(page, 'page.setup-help')} />
      <SectionsForm
        page={page}
        sections={sections}
        problems={problems}
        action="setup"
        hidden={{ came_from: page.answer['@id'] }}
        submit={say(page, 'page.setup-send')}
        hasFiles
      />
    </article>
  )
}

const steps = [
  { title: 'page.step-venue', help: 'page.step-venue-help', path: '/@@add?type=Venue' },
  { title: 'page.step-schedule', help: 'page.step-schedule-help', path: '/@@add?type=Schedule' },
  { title: 'page.step-speaker', help: 'page.step-speaker-help', path: '/@@add?type=Presenter' },
  { title: 'page.step-import', help: 'page.step-import-help', path: '/@@import-programme' },
  { title: 'page.step-page', help: 'page.step-page-help', path: '/@@add?type=Document' },
  { title: 'page.step-invite', help: 'page.step-invite-help', path: '/@@invite' },
  { title: 'page.step-look', help: 'page.step-look-help', path: '/@@settings/appearance' },
] as const

function NextSteps({ page }: { page: PageOf<'setup'> }) {
  return (
    <article class="list-page">
      <PageHeader title={say(page, 'page.next-steps')} lead={say(page, 'page.next-steps-help')} />
      <ol class="steps">
        {steps.map(({ title, help, path }) => (
          <li>
            <a href={page.base + path}>{say(page, title)}</a>
            <p>{say(page, help)}</p>
          </li>
        ))}
      </ol>
      <p>
        <a class="button" href={`${page.base}/`}>
          {say(page, 'page.to-front')}
        </a>
      </p>
    </article>
  )
}

/** Renders a notice that offers to set up an empty site. The notice is shown only to Managers, on the front page. */
export function SetupOffer({ page }: { page: HtmlPage }) {
  if (page.view !== 'object' || page.path !== '/' || !page.caller?.roles.includes('Manager')) return null
  if (page.answer.items_total !== 0 || page.answer.start) return null
  return (
    <section class="notice">
      <p>{say(page, 'page.setup-offer')}</p>
      <p>
        <a class="button" href={`${page.base}/@@setup`}>
          {say(page, 'page.setup')}
        </a>
      </p>
    </section>
  )
}
