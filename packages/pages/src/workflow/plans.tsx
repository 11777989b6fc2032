import type { PageOf } from '@plenum/core'
import type { DefinedWorkflow, ListedPlan } from '@plenum/core/answers'
import { Table } from '../content/table.js'
import { PostForm } from '../frame/postForm.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { say } from '../say.js'

type WorkflowPage = PageOf<'workflow'>

export function Plans({ page }: { page: WorkflowPage }) {
  const { items = [], paused = false } = page.more.plans ?? {}
  if (items.length === 0) return null
  const title = say(page, 'page.plans')
  const columns = ['page.when', 'page.transition', 'page.who', 'page.comment'] as const
  return (
    <section>
      <h2>{title}</h2>
      {paused && <p class="notice">{say(page, 'page.plans-paused')}</p>}
      <Table label={title} class="stacked" columns={[...columns.map(id => say(page, id)), '']}>
        {items.map(plan => (
          <PlanRow page={page} plan={plan} />
        ))}
      </Table>
    </section>
  )
}

function PlanRow({ page, plan }: { page: WorkflowPage; plan: ListedPlan }) {
  const { at, title, workflow_title, planned_by, comment, refused, can_cancel, id } = plan
  return (
    <tr>
      <td>
        <time dateTime={at}>{formatInstant(at, 'dayAndTime', page.language, zoneOf(page))}</time>
      </td>
      <td>
        {title} ({workflow_title})
      </td>
      <td>{planned_by ?? say(page, 'page.timed')}</td>
      <td>
        {comment}
        {refused && <p>{say(page, 'page.plan-refused', { reason: refused.message })}</p>}
      </td>
      <td>
        {can_cancel && (
          <PostForm page={page} action="cancel" hidden={{ came_from: page.address }}>
            <button
              type="submit"
              class="quiet"
              name="plan"
              value={id}
              aria-label={`${say(page, 'page.cancel')} (${title})`}
            >
              {say(page, 'page.cancel')}
            </button>
          </PostForm>
        )}
      </td>
    </tr>
  )
}

/** The kinds of reasons that block a transition now but may no longer apply at the planned time. */
const temporary: ReadonlySet<string> = new Set(['state', 'expression', 'conflict'])

export function PlanForm({ page, workflow }: { page: WorkflowPage; workflow: DefinedWorkflow }) {
  const possible = workflow.transitions.filter(
    ({ is_automatic, requires = [], blockers }) =>
      !is_automatic && requires.length === 0 && blockers.every(({ code }) => temporary.has(code)),
  )
  if (possible.length === 0) return null
  const zone = zoneOf(page)
  const idOf = (name: string): string => `plan-${name}-${workflow.id}`
  return (
    <details>
      <summary>{say(page, 'page.plan')}</summary>
      <PostForm
        page={page}
        action="plan"
        class="moves"
        hidden={{ came_from: page.address, workflow: workflow.id, zone }}
      >
        <label for={idOf('transition')}>{say(page, 'page.transition')}</label>
        <select id={idOf('transition')} name="transition">
          {possible.map(({ id, title }) => (
            <option value={id}>{title}</option>
          ))}
        </select>
        <label for={idOf('at')}>{say(page, 'page.plan-at', { zone })}</label>
        <input id={idOf('at')} name="at" type="datetime-local" required />
        <label for={idOf('comment')}>{say(page, 'page.comment')}</label>
        <input id={idOf('comment')} name="comment" autocomplete="off" />
        <div class="buttons">
          <button type="submit">{say(page, 'page.plan')}</button>
        </div>
      </PostForm>
    </details>
  )
}
