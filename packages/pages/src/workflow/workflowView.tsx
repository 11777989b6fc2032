import type { PageOf } from '@plenum/core'
import type { DefinedWorkflow } from '@plenum/core/answers'
import { ScrollArea } from '../content/table.js'
import { PageHeader } from '../content/title.js'
import { objectTitle } from '../frame/titles.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { say } from '../say.js'
import { Diagram } from './diagram.js'
import { atMoment, momentOf, type Step, stepsOf, stepsUntil } from './path.js'
import { PlanForm, Plans } from './plans.js'
import { Records } from './records.js'
import { TransitionForm } from './transitionForm.js'

/**
 * Renders `@workflow`: the states and the history of the object. The diagrams show the current state or, with the query
 * parameter `at`, the state at that time.
 */
export function WorkflowView({ page }: { page: PageOf<'workflow'> }) {
  const definitions = (page.more.definitions?.items ?? []).map(one => ({ ...one, title: one.title || one.id }))
  const moment = momentOf(page)
  const steps = definitions.flatMap(workflow => stepsOf(page, workflow))
  const records = steps.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
  return (
    <article>
      <PageHeader
        eyebrow={objectTitle(page)}
        title={say(page, 'page.workflow')}
        lead={typeof moment === 'number' ? null : statesText(page, definitions)}
      />
      {moment !== null && <Moment page={page} moment={moment} />}
      {definitions.length > 0 ? (
        definitions.map(workflow => <WorkflowSection page={page} workflow={workflow} moment={moment ?? null} />)
      ) : (
        <Transitions page={page} />
      )}
      {typeof moment !== 'number' && <Plans page={page} />}
      {definitions.length > 0 ? (
        <Records page={page} records={records} hasDiagrams />
      ) : (
        <Records page={page} records={page.answer.history} hasDiagrams={false} />
      )}
    </article>
  )
}

function statesText(page: PageOf<'workflow'>, definitions: readonly DefinedWorkflow[]): string | null {
  const state = page.answer.state?.title
  if (!state) return null
  const others = definitions.slice(1).map(({ title, state: id, states }) => {
    return `${title}: ${states.find(one => one.id === id)?.title ?? id}`
  })
  return [say(page, 'page.in-state', { state }), ...others].join(' · ')
}

function Moment({ page, moment }: { page: PageOf<'workflow'>; moment: number | undefined }) {
  if (moment === undefined)
    return <p class="notice">{say(page, 'page.moment-wrong', { at: (page.query.get('at') ?? '').slice(0, 100) })}</p>
  const time = formatInstant(new Date(moment).toISOString(), 'dayAndTime', page.language, zoneOf(page))
  return (
    <p class="notice">
      {say(page, 'page.moment', { time })} <a href={page.address}>{say(page, 'page.moment-now')}</a>
    </p>
  )
}

interface SectionProps {
  readonly page: PageOf<'workflow'>
  readonly workflow: DefinedWorkflow
  /** The time for which the diagrams show the state, or null for the present. */
  readonly moment: number | null
}

function WorkflowSection({ page, workflow, moment }: SectionProps) {
  const all = stepsOf(page, workflow)
  const steps = stepsUntil(all, moment)
  const open = workflow.transitions.filter(transition => transition.is_available)
  return (
    <section class="workflow">
      <h2>{workflow.title}</h2>
      <ScrollArea label={workflow.title}>
        <Diagram page={page} workflow={moment === null ? workflow : atMoment(workflow, steps)} steps={steps} />
      </ScrollArea>
      {moment !== null && steps.length === 0 && <NoState page={page} all={all} />}
      {moment === null && open.length > 0 && <TransitionForm page={page} transitions={open} id={workflow.id} />}
      {moment === null && <BlockedTransitions workflow={workflow} />}
      {moment === null && page.more.plans && <PlanForm page={page} workflow={workflow} />}
    </section>
  )
}

function NoState({ page, all }: { page: PageOf<'workflow'>; all: readonly Step[] }) {
  return <p>{say(page, all.length === 0 ? 'page.moment-hidden' : 'page.moment-before')}</p>
}

/** Renders the transitions from the current state that the caller cannot run, with the reasons that block them. */
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

function Transitions({ page }: { page: PageOf<'workflow'> }) {
  const transitions = page.answer.transitions.map(({ '@id': address, title }) => ({
    id: address.split('/').at(-1) ?? '',
    title,
  }))
  return transitions.length > 0 ? <TransitionForm page={page} transitions={transitions} id="object" /> : null
}
