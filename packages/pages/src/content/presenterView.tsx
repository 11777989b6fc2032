import type { HtmlPage } from '@plenum/core'
import { objectOf, objectsOf, termsOf, textOf } from '../reading/json.js'
import { say } from '../say.js'
import { ItemList } from './itemList.js'
import { Picture } from './picture.js'
import { RichText } from './richText.js'
import { SocialLinks } from './socialLinks.js'
import { Title } from './title.js'

/** A presenter with all sessions that the caller may see. */
export function PresenterView({ page }: { page: HtmlPage }) {
  const { answer } = page
  const labels = termsOf(answer.labels).map(({ title }) => title)
  const sessions = objectsOf(answer.activities).flatMap(kind => objectsOf(kind.items))
  return (
    <article class="presenter">
      <Picture image={objectOf(answer.image)} alt="" width={240} class="portrait large" isEager />
      <div>
        <Title page={page} eyebrow={labels.join(' · ') || textOf(answer.type_title)} />
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
