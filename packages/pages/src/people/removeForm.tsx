import type { HtmlPage } from '@plenum/core'
import { Confirmation } from '../frame/confirmation.js'
import { PostForm } from '../frame/postForm.js'
import { say } from '../say.js'

const actions = { user: 'removeUser', group: 'removeGroup' } as const

interface RemoveFormProps {
  readonly page: HtmlPage
  readonly kind: 'user' | 'group'
  readonly id: string
  readonly title: string
}

export function RemoveForm({ page, kind, id, title }: RemoveFormProps) {
  const label = say(page, `page.remove-${kind}`, { [kind]: title })
  const effect = say(page, `page.remove-${kind}-effect`)
  return (
    <section class="form-part">
      <h2>{say(page, 'page.remove')}</h2>
      {page.query.get('confirm') !== 'remove' && <p>{effect}</p>}
      <Confirmation page={page} id="remove" label={label} effect={effect}>
        <PostForm page={page} at="/" action={actions[kind]} hidden={{ [kind]: id }}>
          <button type="submit" class="danger">
            {label}
          </button>
        </PostForm>
      </Confirmation>
    </section>
  )
}
