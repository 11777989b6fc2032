import type { HtmlPage } from '@plenum/core'
import { objectOf, textOf } from '../reading/json.js'
import { say } from '../say.js'
import { Benefits } from './benefits.js'
import { SponsorLevels } from './sponsorLevels.js'

/** `@sponsors`: sponsors by level, and what each level gets. */
export function SponsorsView({ page }: { page: HtmlPage }) {
  const { answer, more } = page
  const description = textOf(objectOf(more.content).description)
  return (
    <article>
      <header class="title">
        <h1>{say(page, 'page.sponsors')}</h1>
        {page.path !== '/' && description && <p class="lead">{description}</p>}
      </header>
      <SponsorLevels page={page} answer={answer} />
      <Benefits page={page} answer={answer} />
    </article>
  )
}
