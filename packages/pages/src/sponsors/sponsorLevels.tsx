import type { HtmlPage, JsonObject } from '@plenum/core'
import { Picture, SummaryPicture } from '../content/picture.js'
import { objectOf, objectsOf, textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { Rows } from '../turns/rows.js'

/** The levels that have sponsors, in their order. */
export function SponsorLevels({ page, answer }: { page: HtmlPage; answer: JsonObject }) {
  const levels = objectsOf(answer.items).filter(level => objectsOf(level.items).length > 0)
  if (levels.length === 0) return <p>{say(page, 'page.no-sponsors')}</p>
  return (
    <>
      {levels.map((level, i) => (
        <section class={`sponsor-level rank-${Math.min(i + 1, 3)}`}>
          <h2>
            <LevelPicture level={level} />
            {textOf(level.title)}
          </h2>
          <SponsorList sponsors={objectsOf(level.items)} />
        </section>
      ))}
    </>
  )
}

export function SponsorList({ sponsors }: { sponsors: readonly JsonObject[] }) {
  return (
    <ul class="sponsors">
      <Rows rows={sponsors} draw={Sponsor} />
    </ul>
  )
}

function LevelPicture({ level }: { level: JsonObject }) {
  const [image] = objectsOf(objectOf(level.image_scales).preview_image_link)
  if (!image) return null
  return <Picture image={image} at={textOf(image.base_path)} alt="" width={48} class="badge" />
}

function Sponsor(sponsor: JsonObject) {
  const image = <SummaryPicture item={sponsor} width={320} />
  return (
    <li>
      <a href={safeLink(textOf(sponsor['@id']))}>
        <span class="plate">{image}</span>
        <span>{textOf(sponsor.title)}</span>
      </a>
      {textOf(sponsor.description) && <p>{textOf(sponsor.description)}</p>}
    </li>
  )
}
