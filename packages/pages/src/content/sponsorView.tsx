import type { HtmlPage } from '@plenum/core'
import { objectOf, textOf } from '../reading/json.js'
import { Picture } from './picture.js'
import { RichText } from './richText.js'
import { SocialLinks } from './socialLinks.js'
import { Title } from './title.js'

export function SponsorView({ page }: { page: HtmlPage }) {
  const { answer } = page
  return (
    <article class="narrow">
      <div class="logo-plate">
        <Picture image={objectOf(answer.image)} alt="" width={400} isEager />
      </div>
      <Title page={page} eyebrow={textOf(answer.type_title)} />
      <RichText value={answer.text} />
      <SocialLinks links={answer.social_links} />
    </article>
  )
}
