import type { PageOf } from '@plenum/core'
import type { DefinedWorkflow, StateName, TitledRecord } from '@plenum/core/answers'
import { ScrollArea, Table } from '../content/table.js'
import { PageHeader } from '../content/title.js'
import { PostForm } from '../frame/postForm.js'
import { objectTitle } from '../frame/titles.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'
import { Diagram } from './diagram.js'

/** `@workflow`: the state of the object, its available transitions, and its history. */
export function WorkflowView({ page }: { page: PageOf<'workflow'> }) {
  const definitions = page.more.definitions?.items ?? []
  const state = page.answer.state?.title
  return (
    <article>
      <PageHeader
        eyebrow={objectTitle(page)}
        title={say(page, 'page.workflow')}
        lead={state && say(page, 'page.in-state', { state })}
      />
      {definitions.length > 0 ? (
        definitions.map(({ title, ...workflow }) => (
          <WorkflowSection page={page} workflow={{ ...workflow, title: title || workflow.id }} />
        ))
      ) : (
        <Transitions page={page} />
      )}
      <Records page={page} />
    </article>
  )
}

function WorkflowSection({ page, workflow }: { page: PageOf<'workflow'>; workflow: DefinedWorkflow }) {
  const open = workflow.transitions.filter(transition => transition.is_available)
  return (
    <section class="workflow">
      <h2>{workflow.title}</h2>
      <ScrollArea label={workflow.title}>
        <Diagram page={page} workflow={workflow} />
      </ScrollArea>
      {open.length > 0 && <TransitionForm page={page} transitions={open} id={workflow.id} />}
      <BlockedTransitions workflow={workflow} />
    </section>
  )
}

/** The transitions from the current state that the caller cannot run, each with the reasons. */
function BlockedTransitions({ workflow: { state, transitions } }: { workflow: DefinedWorkflow }) {
  const blocked = transitions.filter(({ from, is_available }) => from.includes(state) && !is_available)
  if (blocked.length === 0) return null
  return (
    <ul class="blocked">
      {blocked.map(({ title, blockers }) => (
        <li>
          <button type="button" class="quiet" disabled>
            {title}
          </button>
          <span>{blockers.map(({ message }) => message).join(' ')}</span>
        </li>
      ))}
    </ul>
  )
}

/** The transitions of an object without workflow definitions. */
function Transitions({ page }: { page: PageOf<'workflow'> }) {
  const transitions = page.answer.transitions.map(({ '@id': address, title }) => ({
    id: address.split('/').at(-1) ?? '',
    title,
  }))
  return transitions.length > 0 ? <TransitionForm page={page} transitions={transitions} id="object" /> : null
}

interface TransitionFormProps {
  readonly page: PageOf<'workflow'>
  readonly transitions: readonly StateName[]
  readonly id: string
}

/** A button for each available transition, with a shared comment field. */
function TransitionForm({ page, transitions, id }: TransitionFormProps) {
  return (
    <PostForm page={page} action="move" class="moves">
      <input type="hidden" name="came_from" value={page.address} />
      <label for={`comment-${id}`}>{say(page, 'page.comment')}</label>
      <input id={`comment-${id}`} name="comment" autocomplete="off" />
      <div class="buttons">
        {transitions.map(transition => (
          <button type="submit" name="transition" value={transition.id}>
            {transition.title}
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
      <Table
        label={say(page, 'page.history')}
        columns={[say(page, 'page.when'), say(page, 'page.state'), say(page, 'page.who'), say(page, 'page.comment')]}
      >
        <Rows rows={records} draw={record => <Record page={page} record={record} />} />
      </Table>
    </section>
  )
}

function Record({ page, record }: { page: PageOf<'workflow'>; record: TitledRecord }) {
  const { time } = record
  return (
    <tr>
      <td>
        <time dateTime={time}>{formatInstant(time, 'dayAndTime', page.language, zoneOf(page))}</time>
      </td>
      <td>{record.title}</td>
      <td>{record.actor}</td>
      <td>{record.comments}</td>
    </tr>
  )
}
