import type { HtmlPage } from '@plenum/core'
import type { SponsorLevel, SponsorsPayload, Summary } from '@plenum/core/answers'
import { Picture, SummaryPicture } from '../content/picture.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'

interface SponsorLevelsProps {
  readonly page: HtmlPage
  readonly answer: SponsorsPayload
  /** Whether the list is a section of a larger page, and therefore omits the descriptions. */
  readonly isBrief?: boolean
}

/** Renders the sponsors by level. Levels without sponsors are omitted. */
export function SponsorLevels({ page, answer, isBrief = false }: SponsorLevelsProps) {
  const Heading = isBrief ? 'h3' : 'h2'
  const levels = answer.items.filter(({ items }) => items.length > 0)
  if (levels.length === 0) return <p>{say(page, 'page.no-sponsors')}</p>
  return (
    <>
      {levels.map((level, i) => (
        <section class={`sponsor-level rank-${Math.min(i + 1, 3)}`}>
          <Heading>
            <LevelPicture level={level} />
            {level.title}
          </Heading>
          <SponsorList sponsors={isBrief ? level.items.map(item => ({ ...item, description: '' })) : level.items} />
        </section>
      ))}
    </>
  )
}

export function SponsorList({ sponsors }: { sponsors: readonly Summary[] }) {
  return (
    <ul class="sponsors">
      <Rows rows={sponsors} draw={Sponsor} />
    </ul>
  )
}

function LevelPicture({ level }: { level: SponsorLevel }) {
  const [image] = level.image_scales.preview_image_link ?? []
  if (!image) return null
  return <Picture image={image} at={image.base_path ?? ''} alt="" width={48} class="badge" />
}

function Sponsor(sponsor: Summary) {
  const image = <SummaryPicture item={sponsor} width={320} />
  return (
    <li>
      <a href={safeLink(sponsor['@id'])}>
        <span class="plate">{image}</span>
        <span>{sponsor.title}</span>
      </a>
      {sponsor.description && <p>{sponsor.description}</p>}
    </li>
  )
}
