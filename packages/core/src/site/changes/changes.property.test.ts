import { createTestSite, runsOf, type TestSite } from '@plenum/testkit'
import fc from 'fast-check'
import { idOfPath, isAtOrBelow, joinPath, parentPath, rootPath } from '../../foundation/paths.js'

type Model = Map<string, { title: string; state: 'private' | 'published' }>

type Step =
  | { readonly kind: 'add'; readonly at: number }
  | { readonly kind: 'edit'; readonly at: number; readonly title: string }
  | { readonly kind: 'rename' | 'delete' | 'refuse' | 'publish' | 'retract'; readonly at: number }
  | { readonly kind: 'move'; readonly at: number; readonly to: number }

const at = fc.nat(30)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), at }) },
  fc.record({ kind: fc.constant('edit' as const), at, title: fc.constantFrom('A', 'B') }),
  fc.record({ kind: fc.constantFrom('rename' as const, 'delete', 'refuse', 'publish', 'retract'), at }),
  fc.record({ kind: fc.constant('move' as const), at, to: at }),
)

const pick = (paths: readonly string[], index: number): string | undefined => paths[index % Math.max(1, paths.length)]

const below = (model: Model, path: string): readonly string[] =>
  [...model.keys()].filter(other => isAtOrBelow(other, path)).sort()

function relocate(model: Model, from: string, to: string): readonly string[] {
  const moved = below(model, from)
  const entries = moved.map(path => [to + path.slice(from.length), model.get(path)] as const)
  for (const path of moved) model.delete(path)
  for (const [path, object] of entries) if (object) model.set(path, object)
  return entries.map(([path], i) => `moved ${path} from ${moved[i]}`)
}

/** Applies a step to the site and to the model, and returns the events that the feed should contain. */
async function take({ run }: TestSite, model: Model, step: Step, number: number): Promise<readonly string[]> {
  const as = 'max'
  const paths = [...model.keys()].sort()
  const path = step.kind === 'add' ? pick([rootPath, ...paths], step.at) : pick(paths, step.at)
  if (path === undefined) return []
  const object = model.get(path)
  switch (step.kind) {
    case 'add': {
      const id = `n${number}`
      await run('addContent', path, { as, input: { '@type': 'Document', id, title: 'A' } })
      model.set(joinPath(path, id), { title: 'A', state: 'private' })
      return [`added ${joinPath(path, id)}`]
    }
    case 'edit': {
      await run('editContent', path, { as, input: { body: { title: step.title }, representation: false } })
      const isChanged = object?.title !== step.title
      if (object) model.set(path, { ...object, title: step.title })
      return isChanged ? [`changed ${path}`] : []
    }
    case 'rename': {
      const to = joinPath(parentPath(path), `r${number}`)
      await run('editContent', path, { as, input: { body: { id: idOfPath(to) }, representation: false } })
      return relocate(model, path, to)
    }
    case 'delete': {
      const removed = below(model, path)
      await run('deleteContent', path, { as, input: undefined })
      for (const one of removed) model.delete(one)
      return removed.map(one => `deleted ${one}`)
    }
    case 'refuse':
      await expect(run('deleteContent', path, { input: undefined })).rejects.toThrow()
      return []
    case 'publish':
    case 'retract': {
      const to = step.kind === 'publish' ? 'published' : 'private'
      const isPossible = object?.state !== to
      const moving = run('transitionContent', path, { as, input: { transition: step.kind, body: {} } })
      await (isPossible ? moving : moving.catch(() => null))
      if (object) model.set(path, { ...object, state: to })
      return isPossible ? [`${step.kind} ${path}`] : []
    }
    case 'move': {
      const container = pick([rootPath, ...paths], step.to) ?? rootPath
      const moving = run('relocateObjects', container, { as, input: { source: [path] } })
      if (isAtOrBelow(container, path)) {
        await expect(moving).rejects.toThrow()
        return []
      }
      await moving
      if (container === parentPath(path)) return [`changed ${container}`]
      return relocate(model, path, joinPath(container, idOfPath(path)))
    }
  }
}

describe('the change feed of random operations (docs/change-feed.md, Events)', () => {
  it('has exactly the events of the successful operations, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
        const test = await createTestSite()
        const model: Model = new Map()
        let since: string | undefined
        for await (const { cursor } of test.site.changes()) since = cursor
        const expected: string[] = []
        for (const [number, one] of steps.entries()) expected.push(...(await take(test, model, one, number)))
        const events: string[] = []
        for await (const { kind, object, oldPath, transition } of test.site.changes({ since }))
          events.push(`${transition?.transition ?? kind} ${object?.path}${oldPath ? ` from ${oldPath}` : ''}`)
        expect(events).toEqual(expected)
      }),
      { numRuns: runsOf(100) },
    )
  }, 120_000)
})
