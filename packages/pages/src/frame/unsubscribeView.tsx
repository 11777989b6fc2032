import type { PageOf } from '@plenum/core'
import { say } from '../say.js'
import { PostForm } from './postForm.js'

export function UnsubscribeView({ page }: { page: PageOf<'unsubscribe'> }) {
  const { unsubscribed } = page.answer
  return (
    <article class="narrow">
      <h1>{say(page, 'page.unsubscribe')}</h1>
      {unsubscribed ? (
        <>
          <p>{say(page, 'page.unsubscribe-done')}</p>
          <p>{say(page, 'page.unsubscribe-undo')}</p>
        </>
      ) : (
        <PostForm page={page} at="/" action="unsubscribe" class="fields">
          <p>{say(page, 'page.unsubscribe-ask')}</p>
          <input type="hidden" name="came_from" value={page.address} />
          <input type="hidden" name="link" value={page.answer['@id'].split('/').at(-1)} />
          <button type="submit">{say(page, 'page.unsubscribe')}</button>
        </PostForm>
      )}
    </article>
  )
}
