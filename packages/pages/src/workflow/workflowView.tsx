import type { PageOf } from '@plenum/core'
import type { TitledRecord } from '@plenum/core/answers'
import { Scrolled } from '../content/scrolled.js'
import { PostForm } from '../frame/postForm.js'
import { objectTitle } from '../frame/titles.js'
import { inWords, zoneOf } from '../reading/instants.js'
import { say } from '../say.js'
import { Rows } from '../turns/rows.js'
import { type ShownWorkflow, workflowsIn } from './definition.js'
import { Diagram } from './diagram.js'

/** `@workflow`: the state of the object, its available transitions, and its history. */
export function WorkflowView({ page }: { page: PageOf<'workflow'> }) {
  const workflows = workflowsIn(page.more.definitions)
  const state = page.answer.state?.title
  return (
    <article>
      <header class="title">
        <p class="eyebrow">{objectTitle(page)}</p>
        <h1>{say(page, 'page.workflow')}</h1>
        {state && <p class="lead">{say(page, 'page.in-state', { state })}</p>}
      </header>
      {workflows.length > 0 ? workflows.map(one => <OneWorkflow page={page} workflow={one} />) : <Moves page={page} />}
      <Records page={page} />
    </article>
  )
}

function OneWorkflow({ page, workflow }: { page: PageOf<'workflow'>; workflow: ShownWorkflow }) {
  const open = workflow.moves.filter(({ isAvailable }) => isAvailable)
  return (
    <section class="workflow">
      <h2>{workflow.title}</h2>
      <Scrolled label={workflow.title}>
        <Diagram page={page} workflow={workflow} />
      </Scrolled>
      {open.length > 0 && <MoveForm page={page} moves={open} id={workflow.id} />}
    </section>
  )
}

/** The transitions of an object without workflow definitions. */
function Moves({ page }: { page: PageOf<'workflow'> }) {
  const moves = page.answer.transitions.map(({ '@id': address, title }) => ({
    id: address.split('/').at(-1) ?? '',
    title,
  }))
  return moves.length > 0 ? <MoveForm page={page} moves={moves} id="object" /> : null
}

interface MoveFormProps {
  readonly page: PageOf<'workflow'>
  readonly moves: readonly { readonly id: string; readonly title: string }[]
  readonly id: string
}

/** A button for each available transition, with a shared comment field. */
function MoveForm({ page, moves, id }: MoveFormProps) {
  return (
    <PostForm page={page} action="move" class="moves">
      <input type="hidden" name="came_from" value={page.address} />
      <label for={`comment-${id}`}>{say(page, 'page.comment')}</label>
      <input id={`comment-${id}`} name="comment" autocomplete="off" />
      <div class="buttons">
        {moves.map(move => (
          <button type="submit" name="transition" value={move.id}>
            {move.title}
          </button>
        ))}
      </div>
    </PostForm>
  )
}

function Records({ page }: { page: PageOf<'workflow'> }) {
  const records = page.answer.history.toReversed()
  if (records.length === 0) return null
  return (
    <section>
      <h2>{say(page, 'page.history')}</h2>
      <Scrolled label={say(page, 'page.history')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say(page, 'page.when')}</th>
              <th scope="col">{say(page, 'page.state')}</th>
              <th scope="col">{say(page, 'page.who')}</th>
              <th scope="col">{say(page, 'page.comment')}</th>
            </tr>
          </thead>
          <tbody>
            <Rows rows={records} draw={record => <Record page={page} record={record} />} />
          </tbody>
        </table>
      </Scrolled>
    </section>
  )
}

function Record({ page, record }: { page: PageOf<'workflow'>; record: TitledRecord }) {
  const { time } = record
  return (
    <tr>
      <td>
        <time dateTime={time}>{inWords(time, 'dayAndTime', page.language, zoneOf(page))}</time>
      </td>
      <td>{record.title}</td>
      <td>{record.actor}</td>
      <td>{record.comments}</td>
    </tr>
  )
}
