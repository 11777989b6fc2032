import type { PageOf } from '@plenum/core'
import { say } from '../say.js'
import { Benefits } from './benefits.js'
import { SponsorLevels } from './sponsorLevels.js'

/** `@sponsors`: sponsors by level, and the benefits of each level. */
export function SponsorsView({ page }: { page: PageOf<'sponsors'> }) {
  const { answer, more } = page
  const description = more.content?.description
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
