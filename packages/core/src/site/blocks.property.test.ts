import { createTestSite, pngHeader, testBase } from '@plenum/testkit'
import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../foundation/json.js'
import { defaultInput } from './operations/getContent.js'

const picture = (edge: number): JsonObject => ({ data: pngHeader(edge, edge), filename: 'picture.png' })

const positions: readonly ((address: string) => JsonObject)[] = [
  url => ({ '@type': 'image', url }),
  href => ({ '@type': 'x', href: [{ '@id': href, title: 'T' }] }),
  url => ({ '@type': 'slate', value: [{ type: 'p', children: [{ type: 'link', data: { url } }] }] }),
  url => ({ '@type': 'text', text: { entityMap: { 0: { type: 'LINK', data: { url } } } } }),
  url => ({ '@type': 'slateTable', table: { rows: [{ cells: [{ value: [{ type: 'link', data: { url } }] }] }] } }),
  url => ({ '@type': 'gridBlock', blocks: { b: { '@type': 'x', data: { blocks: { c: { url } } } } } }),
  url => ({ '@type': 'html', html: `<p><a href="${url}">x</a></p>` }),
  href => ({ '@type': 'teaser', href: [{ '@id': href }], overwrite: false }),
]

const containers = ['/', '/a', '/b'] as const
const targets = ['t0', 't1', 't2', 't3'] as const

const step = fc.oneof(
  fc.record({ kind: fc.constant('rename' as const), target: fc.nat(3), id: fc.nat(5) }),
  fc.record({ kind: fc.constant('move' as const), target: fc.nat(3), to: fc.constantFrom(...containers) }),
  fc.record({ kind: fc.constant('copy' as const), target: fc.nat(3), to: fc.constantFrom(...containers) }),
  fc.record({ kind: fc.constant('replace' as const), target: fc.nat(3), edge: fc.integer({ min: 1, max: 2000 }) }),
  fc.record({ kind: fc.constant('delete' as const), target: fc.nat(3) }),
  fc.record({ kind: fc.constant('save' as const) }),
)

async function siteWithTargets(chosen: readonly number[]) {
  const site = await createTestSite()
  const add = (container: string, body: JsonObject) => site.run('addContent', container, { as: 'max', input: body })
  for (const id of ['a', 'b']) await add('/', { '@type': 'Document', id, title: id })
  for (const id of targets) await add('/', { '@type': 'Image', id, image: picture(400) })
  const blocks = chosen.map((target, i) => [`b${i}`, positions[i % positions.length]?.(`/${targets[target]}`) ?? {}])
  await add('/', { '@type': 'Document', id: 'page', title: 'Page', blocks: Object.fromEntries(blocks) })
  const nodeAt = async (path: string) => {
    const { lineage, exists } = await site.platform.store.read(reader => reader.open(path))
    return exists ? lineage.at(-1) : undefined
  }
  const uids = await Promise.all(targets.map(async id => (await nodeAt(`/${id}`))?.uid ?? ''))
  const pathOf = async (uid: string) => (await site.platform.store.read(reader => reader.nodes([uid])))[0]?.path
  const get = async () => (await site.run('getContent', '/page', { as: 'max', input: defaultInput })).content
  return { ...site, uids, pathOf, get }
}

type Change = typeof step extends fc.Arbitrary<infer Step> ? Step : never
type Site = Awaited<ReturnType<typeof siteWithTargets>>

async function apply({ run, uids, pathOf, get }: Site, change: Change) {
  const path = 'target' in change ? await pathOf(uids[change.target] ?? '') : '/page'
  if (path === undefined) return
  const edit = (body: JsonObject) => run('editContent', path, { as: 'max', input: { body, representation: false } })
  if (change.kind === 'rename') await edit({ id: `n${change.id}` })
  if (change.kind === 'replace') await edit({ image: picture(change.edge) })
  if (change.kind === 'delete') await run('deleteContent', path, { as: 'max', input: undefined })
  if (change.kind === 'save') await edit({ blocks: (await get()).blocks ?? null })
  const input = { source: [path] }
  if (change.kind === 'move') await run('relocateObjects', change.to, { as: 'max', input })
  if (change.kind === 'copy') await run('copyObjects', change.to, { as: 'max', input })
}

function* textsIn(value: JsonValue): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value as JsonObject)) yield* textsIn(part)
}

describe('links in blocks (docs/content-and-access.md, Blocks and values)', () => {
  it('lead to their object while it exists, regardless of its changes, and show its current image', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(3), { minLength: 1, maxLength: positions.length }),
        fc.array(step, { maxLength: 12 }),
        async (chosen, steps) => {
          const site = await siteWithTargets(chosen)
          for (const change of steps) await apply(site, change)
          const blocks = (await site.get()).blocks as Record<string, JsonObject>
          for (const [i, target] of chosen.entries()) {
            const uid = site.uids[target] ?? ''
            const path = await site.pathOf(uid)
            const texts = [...textsIn(blocks[`b${i}`] ?? {})].join(' ')
            if (path !== undefined) expect(`${texts} `).toMatch(new RegExp(`${testBase}${path}["\\s]`))
            else if (i % positions.length === positions.length - 1) expect(blocks[`b${i}`]?.href).toEqual([])
            else expect(texts).toContain(`resolveuid/${uid}`)
            if (path === undefined || i !== 0) continue
            const [image] = (blocks.b0 as { image_scales: { image: { download: string }[] } }).image_scales.image
            const name = (image?.download ?? '').replace('@@images/', '')
            await site.run('getImage', path, { as: 'max', input: { name, scale: null } })
          }
          const { relations } = (await site.run('listRelations', '/', {
            as: 'max',
            input: { onlyBroken: false, source: '/page' },
          })) as unknown as { relations: Record<string, { items: { target: JsonObject }[] }> }
          const linked = (relations.isReferencing?.items ?? []).map(({ target }) => target['@id'])
          const paths = await Promise.all([...new Set(chosen)].map(target => site.pathOf(site.uids[target] ?? '')))
          const expected = paths.filter(path => path !== undefined).map(path => testBase + path)
          expect([...linked].sort()).toEqual(expected.sort())
        },
      ),
      { numRuns: 60 },
    )
  }, 60_000)
})
