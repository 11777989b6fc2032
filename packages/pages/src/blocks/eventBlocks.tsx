import { listOf } from '../reading/terms.js'
import { Schedule } from '../schedule/scheduleView.js'
import { Benefits } from '../sponsors/benefits.js'
import { SponsorLevels, SponsorList } from '../sponsors/sponsorLevels.js'
import { BlockHeading } from './blockHeading.js'
import type { BlockProps } from './blockProps.js'

export function ScheduleBlock({ page }: BlockProps) {
  const { schedule } = page.more
  return schedule ? <Schedule page={page} answer={schedule} /> : null
}

export function SponsorsBlock({ page, block }: BlockProps) {
  const { sponsors } = page.more
  if (!sponsors) return null
  return (
    <section>
      <BlockHeading text={block.title} />
      <SponsorLevels page={page} answer={sponsors} />
    </section>
  )
}

export function BenefitsBlock({ page }: BlockProps) {
  const { sponsors } = page.more
  return sponsors ? <Benefits page={page} answer={sponsors} /> : null
}

export function LevelBenefitsBlock({ page, block }: BlockProps) {
  const benefits = listOf(page.answer.benefits)
  if (benefits.length === 0) return null
  return (
    <section class="prose">
      <BlockHeading text={block.title} />
      <ul>
        {benefits.map(({ title, value }) => (
          <li>
            {title}
            {value && `: ${value}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function SponsorLevelBlock({ page, block }: BlockProps) {
  const level = page.more.sponsors?.items.find(({ id }) => id === page.answer.id)
  const sponsors = level?.items ?? []
  if (sponsors.length === 0) return null
  return (
    <section class="sponsor-level rank-1">
      <BlockHeading text={block.title} />
      <SponsorList sponsors={sponsors} />
    </section>
  )
}
