import type { PageOf } from '@plenum/core'
import { Picture } from './picture.js'
import { RichText } from './richText.js'
import { SocialLinks } from './socialLinks.js'
import { Title } from './title.js'

export function SponsorView({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  return (
    <article class="narrow">
      <div class="logo-plate">{answer.image && <Picture image={answer.image} alt="" width={400} isEager />}</div>
      <Title page={page} eyebrow={answer.type_title} />
      <RichText value={answer.text} />
      <SocialLinks links={answer.social_links} />
    </article>
  )
}
