import type { PageOf } from '@plenum/core'
import type { DefinedTransition, StateName } from '@plenum/core/answers'
import { Confirmation } from '../frame/confirmation.js'
import { PostForm } from '../frame/postForm.js'
import { say } from '../say.js'

interface TransitionFormProps {
  readonly page: PageOf<'workflow'>
  readonly transitions: readonly (StateName & Pick<DefinedTransition, 'sets' | 'requires'>)[]
  readonly id: string
}

/** Renders the forms for the available transitions. A transition that deletes votes requires a confirmation. */
export function TransitionForm({ page, transitions, id }: TransitionFormProps) {
  const isDestructive = ({ id: name }: StateName): boolean => page.more.poll !== undefined && name === 'reject'
  const [harmless, destructive] = [transitions.filter(one => !isDestructive(one)), transitions.filter(isDestructive)]
  return (
    <>
      {harmless.length > 0 && <MoveForm page={page} transitions={harmless} id={id} />}
      {destructive.map(transition => (
        <Rejection page={page} transition={transition} />
      ))}
    </>
  )
}

function MoveForm({ page, transitions, id }: TransitionFormProps) {
  const required = new Set(transitions.flatMap(({ requires = [] }) => requires))
  return (
    <PostForm page={page} action="move" class="moves" hidden={{ came_from: page.address }}>
      <label for={`comment-${id}`}>{say(page, 'page.comment')}</label>
      <input id={`comment-${id}`} name="comment" autocomplete="off" />
      {[...new Set([...required, ...transitions.flatMap(({ sets = [] }) => sets)])].map(name => (
        <>
          <label for={`${name}-${id}`}>{name === 'delay' ? say(page, 'page.delay') : name}</label>
          <input id={`${name}-${id}`} name={`field.${name}`} type="number" min={1} required={required.has(name)} />
        </>
      ))}
      {page.more.poll === undefined && (
        <label class="choice">
          <input type="checkbox" name="include_children" value="true" /> {say(page, 'page.with-children')}
        </label>
      )}
      <div class="buttons">
        {transitions.map(transition => (
          // The browser validates the fields only if the transition requires values.
          <button
            type="submit"
            name="transition"
            value={transition.id}
            class="secondary"
            formnovalidate={required.size > 0 && (transition.requires ?? []).length === 0}
          >
            {transition.title}
          </button>
        ))}
      </div>
    </PostForm>
  )
}

/**
 * Renders the transition that deletes the votes of a poll, with a confirmation (docs/polls.md, States and
 * transitions, rule 6).
 */
function Rejection({ page, transition }: { page: PageOf<'workflow'>; transition: StateName }) {
  const label = rejectionLabel(page)
  return (
    <Confirmation page={page} id={transition.id} label={label} effect={say(page, 'page.confirm-reject-effect')}>
      <PostForm page={page} action="move" hidden={{ came_from: page.address }}>
        <label for="comment-rejection">{say(page, 'page.comment')}</label>
        <input id="comment-rejection" name="comment" autocomplete="off" />
        <button type="submit" name="transition" value={transition.id} class="danger">
          {label}
        </button>
      </PostForm>
    </Confirmation>
  )
}

/**
 * Returns the label of the button, which names the transition and its effect. The label includes the number of votes if
 * the caller can view this number.
 */
function rejectionLabel(page: PageOf<'workflow'>): string {
  const count = page.more.poll?.total_votes ?? 0
  if (count === 0) return say(page, 'page.confirm-reject')
  return count === 1 ? say(page, 'page.confirm-reject-one') : say(page, 'page.confirm-reject-many', { count })
}
