import type { Transition, WorkflowDefinition } from '@plenum/core/workflow'
import { type TestUser, testRoles } from '../testSite.js'

/** A simple model of workflows, based on docs/workflow-and-history.md. */
export interface Model {
  readonly states: string[]
  readonly records: { workflow: string; action: string | null; state: string; actor: string }[]
}

const checkGuard = ({ guard }: Transition, caller: TestUser): boolean =>
  !guard?.roles || guard.roles.some(role => (testRoles[caller] as readonly string[]).includes(role))

function leaving(chain: readonly WorkflowDefinition[], { states }: Model, index: number): readonly Transition[] {
  const exits = chain[index]?.states.find(({ id }) => id === states[index])?.transitions ?? []
  return (chain[index]?.transitions ?? []).filter(({ id }) => exits.includes(id))
}

export function isRunnable(
  chain: readonly WorkflowDefinition[],
  model: Model,
  { index, id, caller }: { readonly index: number; readonly id: string; readonly caller: TestUser },
): boolean {
  return leaving(chain, model, index).some(transition => transition.id === id && checkGuard(transition, caller))
}

/** Runs a transition in the model. Returns `ok` or, if the service should refuse the transition, `refused`. */
export function move(
  chain: readonly WorkflowDefinition[],
  model: Model,
  { id, caller }: { id: string; caller: TestUser },
): 'ok' | 'refused' {
  for (const [index, { id: workflow }] of chain.entries()) {
    const match = leaving(chain, model, index).find(
      transition => transition.id === id && checkGuard(transition, caller),
    )
    if (!match) continue
    model.states[index] = match.to
    model.records.push({ workflow, action: id, state: match.to, actor: caller })
    return 'ok'
  }
  const isThere = chain.some(({ transitions }, index) =>
    transitions.some(one => one.id === id && one.to === model.states[index] && checkGuard(one, caller)),
  )
  return isThere ? 'ok' : 'refused'
}

export function listing(
  chain: readonly WorkflowDefinition[],
  model: Model,
  caller: TestUser,
): readonly (readonly string[])[] {
  const rows: string[][] = chain.map(() => [])
  const ids = new Set<string>()
  for (const [index] of chain.entries()) {
    for (const one of leaving(chain, model, index)
      .filter(transition => checkGuard(transition, caller))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      if (ids.has(one.id)) continue
      ids.add(one.id)
      rows[chain.findIndex(({ transitions }) => transitions.some(({ id }) => id === one.id))]?.push(one.title)
    }
  }
  return rows
}
