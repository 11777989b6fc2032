import { createHash } from 'node:crypto'
import { createTestSite, type TestUser, testBase } from '@plenum/testkit'
import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../foundation/json.js'
import { joinPath } from '../foundation/paths.js'
import { memoryStore } from '../memory/memoryStore.js'
import { defaultInput } from './operations/getContent.js'

interface Item {
  container: Item | null
  id: string
  isPublic: boolean
  chosen: Item | null
}

const pathOf = ({ container, id }: Item): string => (container === null ? '' : `${pathOf(container)}/${id}`)

const ancestorsOf = (item: Item): readonly Item[] =>
  item.container === null ? [] : [...ancestorsOf(item.container), item]

const isWithin = (item: Item, container: Item): boolean =>
  item === container || (item.container !== null && isWithin(item.container, container))

const isDefaultPage = (item: Item): boolean => item.container?.chosen === item

const step = fc.oneof(
  fc.record({ kind: fc.constant('choose' as const), at: fc.nat(30), item: fc.nat(6) }),
  fc.record({ kind: fc.constant('choose' as const), at: fc.nat(30), item: fc.nat(6) }),
  fc.record({ kind: fc.constant('add' as const), at: fc.nat(30), id: fc.nat(3) }),
  fc.record({ kind: fc.constant('rename' as const), at: fc.nat(30), id: fc.nat(3) }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(30), to: fc.nat(30) }),
  fc.record({ kind: fc.constant('copy' as const), at: fc.nat(30), to: fc.nat(30) }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(30) }),
  fc.record({ kind: fc.constant('show' as const), at: fc.nat(30), isPublic: fc.boolean() }),
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function modelledSite() {
  const { content: store, users, whole } = memoryStore()
  const site = await createTestSite({ store, users, whole })
  const root: Item = { container: null, id: '', isPublic: true, chosen: null }
  return { ...site, root, items: [root] }
}

type Site = Awaited<ReturnType<typeof modelledSite>>

async function apply({ run, root, items }: Site, change: Step): Promise<void> {
  const item = items[change.at % items.length] ?? root
  const path = pathOf(item) || '/'
  const childrenOf = (container: Item) => items.filter(child => child.container === container)
  const edit = async (body: JsonObject) => {
    const answer = await run('editContent', path, { as: 'max', input: { body, representation: true } })
    return answer?.content
  }
  if (change.kind === 'add') {
    const input = { '@type': 'Document', title: `n${change.id}` }
    const { content } = await run('addContent', path, { as: 'max', input })
    await run('transitionContent', joinPath(path, content.id), {
      as: 'max',
      input: { transition: 'publish', body: {} },
    })
    items.push({ container: item, id: content.id, isPublic: true, chosen: null })
  }
  if (change.kind === 'choose') {
    const children = childrenOf(item)
    const chosen = children[change.item % (children.length + 1)] ?? null
    await edit({ default_page: chosen?.id ?? null })
    item.chosen = chosen
  }
  if (item === root) return
  if (change.kind === 'rename') item.id = (await edit({ id: `n${change.id}` }))?.id ?? ''
  if (change.kind === 'delete') {
    await run('deleteContent', path, { as: 'max', input: undefined })
    for (const other of [...items]) {
      if (other.chosen !== null && isWithin(other.chosen, item)) other.chosen = null
      if (isWithin(other, item)) items.splice(items.indexOf(other), 1)
    }
  }
  if (change.kind === 'show' && change.isPublic !== item.isPublic) {
    const transition = change.isPublic ? 'publish' : 'retract'
    await run('transitionContent', path, { as: 'max', input: { transition, body: {} } })
    item.isPublic = change.isPublic
  }
  if (change.kind !== 'move' && change.kind !== 'copy') return
  const target = items[change.to % items.length] ?? root
  if (change.kind === 'move' && isWithin(target, item)) return
  const operation = change.kind === 'move' ? 'relocateObjects' : 'copyObjects'
  if (change.kind === 'copy' && items.length > 20) return
  const [{ target: address } = { target: '' }] = await run(operation, pathOf(target) || '/', {
    as: 'max',
    input: { source: path },
  })
  const id = address.slice(address.lastIndexOf('/') + 1)
  if (change.kind === 'move') Object.assign(item, { container: target, id })
  else items.push(...copiesOf(items, item, { container: target, id }))
}

/**
 * Returns the copies of an object and its descendants. The default page of a copied container is the copy of the
 * original default page.
 */
function copiesOf(items: readonly Item[], top: Item, place: Pick<Item, 'container' | 'id'>): readonly Item[] {
  const originals = items.filter(item => isWithin(item, top))
  const copies = new Map(originals.map(item => [item, { ...item, isPublic: false }]))
  for (const [original, copy] of copies) {
    copy.chosen = original.chosen && (copies.get(original.chosen) ?? null)
    if (original.container) copy.container = copies.get(original.container) ?? original.container
  }
  return [...copies].map(([original, copy]) => (original === top ? Object.assign(copy, place) : copy))
}

const addressesIn = (items: JsonValue | undefined): readonly string[] =>
  ((items ?? []) as readonly JsonObject[]).flatMap(item => [
    String(item['@id']).slice(testBase.length),
    ...addressesIn(item.items),
  ])

function menuAround(items: readonly Item[], item: Item, maySee: (item: Item) => boolean): readonly Item[] {
  const isPageOfContainer = (page: Item) => isDefaultPage(page) && page.container !== null && maySee(page.container)
  const shownAs = (page: Item): Item => (page.container && isPageOfContainer(page) ? shownAs(page.container) : page)
  const shown = shownAs(item)
  const [top, ...below] = ancestorsOf(shown)
  const itemsIn = (container: Item): readonly Item[] => {
    const isInScope = isWithin(container, shown) || isWithin(shown, container)
    const children = items.filter(child => child.container === container && maySee(child))
    const inMenu = children.filter(child => below.includes(child) || (isInScope && !isPageOfContainer(child)))
    return inMenu.flatMap(child => [child, ...itemsIn(child)])
  }
  return top ? itemsIn(top) : []
}

async function expectModel({ run, items }: Site, as: TestUser | undefined): Promise<void> {
  const caller = as ? { as } : {}
  const maySee = (item: Item) => as !== undefined || item.isPublic
  const isShownInContainer = (item: Item) => isDefaultPage(item) && item.container !== null && maySee(item.container)
  for (const item of items.filter(maySee)) {
    const path = pathOf(item) || '/'
    const { content } = await run('getContent', path, { ...caller, input: defaultInput })
    const { chosen } = item
    const page = chosen?.container === item && maySee(chosen) ? chosen.id : undefined
    expect([path, content.default_page]).toEqual([path, page])
    const crumbs = await run('getComponent', path, { ...caller, input: { name: 'breadcrumbs', parameters: {} } })
    const expected = ancestorsOf(item).filter(one => maySee(one) && !isShownInContainer(one))
    expect(addressesIn((crumbs as JsonObject).items)).toEqual(expected.map(pathOf))
  }
  const visible = items.filter(maySee)
  for (const value of [true, false]) {
    const parameters = { is_default_page: String(value), sort_on: 'path' }
    const { items: hits } = await run('searchContent', '/', {
      ...caller,
      input: { ...defaultInput, parameters, batch: { start: 0, size: 100 } },
    })
    const paths = visible.filter(item => isDefaultPage(item) === value).map(pathOf)
    expect(hits.map(hit => addressesIn([hit as JsonObject])[0]).sort()).toEqual(paths.sort())
  }
  for (const item of visible) {
    const input = { name: 'contextnavigation', parameters: {} } as const
    const payload = await run('getComponent', pathOf(item) || '/', { ...caller, input })
    expect([pathOf(item), [...addressesIn((payload as JsonObject).items)].sort()]).toEqual([
      pathOf(item),
      menuAround(items, item, maySee).map(pathOf).sort(),
    ])
  }
  const parameters = { navigation: { depth: '-1' } }
  const menu = await run('getComponent', '/', { ...caller, input: { name: 'navigation', parameters } })
  const inMenu = (item: Item): boolean =>
    item.container === null || (maySee(item) && !isDefaultPage(item) && inMenu(item.container))
  expect([...addressesIn((menu as JsonObject).items)].sort()).toEqual(items.filter(inMenu).map(pathOf).sort())
}

async function expectSound({ site }: Site): Promise<void> {
  const findings: unknown[] = []
  await site.examine({ newDigest: () => createHash('sha256'), onFinding: finding => void findings.push(finding) })
  expect(findings).toEqual([])
}

describe('default pages (docs/content-and-access.md, Default pages)', () => {
  it('follow the rules for every caller, whatever happens to pages and containers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(10), fc.nat(3)), { minLength: 3, maxLength: 7 }),
        fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }),
        async (added, steps) => {
          const site = await modelledSite()
          for (const [at, id] of added) await apply(site, { kind: 'add', at, id })
          for (const change of steps) await apply(site, change)
          await expectModel(site, 'max')
          await expectModel(site, undefined)
          await expectSound(site)
        },
      ),
      { numRuns: 60 },
    )
  }, 60_000)
})
