import type { PageOf } from '@plenum/core'
import { PageHeader } from '../content/title.js'
import { say } from '../say.js'
import { Benefits } from './benefits.js'
import { SponsorLevels } from './sponsorLevels.js'

/** Renders `@sponsors`: the sponsors by level, and the benefits of each level. */
export function SponsorsView({ page }: { page: PageOf<'sponsors'> }) {
  const { answer, more } = page
  return (
    <article>
      <PageHeader title={say(page, 'page.sponsors')} lead={page.path === '/' ? '' : more.content?.description} />
      <SponsorLevels page={page} answer={answer} />
      <Benefits page={page} answer={answer} />
    </article>
  )
}
