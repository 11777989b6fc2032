import type { PageOf } from '@plenum/core'
import { termsText } from '../reading/terms.js'
import { say } from '../say.js'
import { ItemList } from './itemList.js'
import { Picture } from './picture.js'
import { RichText } from './richText.js'
import { SocialLinks } from './socialLinks.js'
import { Title } from './title.js'

/** A presenter, with all sessions that the caller may view. */
export function PresenterView({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  const sessions = (answer.activities ?? []).flatMap(({ items }) => items)
  return (
    <article class="presenter">
      {answer.image && <Picture image={answer.image} alt="" width={240} class="portrait large" isEager />}
      <div>
        <Title page={page} eyebrow={termsText(answer.labels, ' · ') || answer.type_title} />
        <RichText value={answer.text} />
        <SocialLinks links={answer.social_links} />
        {sessions.length > 0 && (
          <section>
            <h2>{say(page, 'page.sessions')}</h2>
            <ItemList page={page} items={sessions} />
          </section>
        )}
      </div>
    </article>
  )
}
