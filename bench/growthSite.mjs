import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSite } from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import { sqliteStore } from '@plenum/sql-store'
import Database from 'libsql'
import { manager, password, runAs } from './site.mjs'

export const member = 'editor-0'

const editors = 20
const perContainer = 100
/** The number of objects with a word that begins with `river`, regardless of the size of the site. */
const rivers = 200
const atOnce = 500

/**
 * Returns the directory of a site. Each site is built only once. It is stored outside the repository (in `BENCH_SITES`
 * or the temporary folder), in a directory whose name depends on the code of this program.
 */
export async function storedSite(objects) {
  const form = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .digest('hex')
    .slice(0, 8)
  const dir = path.join(process.env.BENCH_SITES ?? path.join(tmpdir(), 'plenum-bench-sites'), `${objects}-${form}`)
  if (existsSync(dir)) return dir
  const draft = `${dir}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  await build(path.join(draft, 'plenum.sqlite'), objects)
  renameSync(draft, dir)
  return dir
}

async function build(file, objects) {
  const store = sqliteStore({ open: () => new Database(file) })
  const written = new Map()
  const site = createSite(createNodePlatform(recording(store, written)))
  await site.initialize({ title: 'Growth', creator: manager.id })
  await site.createUser({ username: manager.id, email: 'admin@example.org', password, roles: manager.roles })
  await site.createUser({ username: member, email: 'editor@example.org', password })
  const samples = await makeSamples(site, written)
  await addPoll(site)
  for (let start = 0; start < objects; start += atOnce) {
    const count = Math.min(atOnce, objects - start)
    const creates = Array.from({ length: count }, (_, i) => objectAt(start + i, { objects, samples }))
    await store.content.commit({ creates })
    // Pauses, so that the database driver can free its handles.
    await new Promise(resolve => setImmediate(resolve))
  }
  await store.close()
}

function recording(store, written) {
  const note = ({ creates = [], updates = [] }) => {
    for (const { node, entry, records } of [...creates, ...updates]) {
      const known = written.get(node.uid)
      written.set(node.uid, { node, entry: { ...known?.entry, ...entry }, records: known?.records ?? records })
    }
  }
  const noting = commit => (change, slice) => {
    note(change)
    return commit(change, slice)
  }
  const content = {
    ...store.content,
    commit: noting(store.content.commit),
    alone: task => store.content.alone(commit => task(noting(commit))),
  }
  return { ...store, content }
}

/**
 * Creates the samples from which all other objects are copied: each editor creates a published page, a published news
 * item, and a private news item.
 */
async function makeSamples(site, written) {
  const samples = []
  for (let i = 0; i < editors; i++) {
    const id = `editor-${i}`
    const run = runAs(site, {
      kind: 'member',
      id,
      fullname: id,
      roles: ['Member', 'Contributor', 'Reviewer'],
      groups: [],
    })
    const make = async (type, isPublished) => {
      const sent = { '@type': type, id: `${id}-${written.size}`, title: 'Sample' }
      const at = (await run('addContent', '/', sent)).path
      if (isPublished) await run('transitionContent', at, { transition: 'publish', body: {} })
      return [...written.values()].find(({ node }) => node.path === at)
    }
    samples.push([await make('Document', true), await make('News Item', true), await make('News Item', false)])
  }
  return samples
}

async function addPoll(site) {
  const run = runAs(site, manager)
  const options = ['yes', 'no'].map(description => ({ description }))
  const { path: at } = await run('addContent', '/', {
    '@type': 'collective.polls.poll',
    id: 'poll',
    title: 'Poll',
    options,
  })
  await run('transitionContent', at, { transition: 'open', body: {} })
}

/**
 * Returns object `i` of the site, which is a copy of a sample: 80% of the objects are published pages, 13% are
 * published news items, and 7% are private news items. The word `valley` occurs only in pages.
 */
function objectAt(i, { objects, samples }) {
  const [page, news, draft] = samples[i % editors]
  const chance = (i * 61) % 100
  const isContainer = i % perContainer === 0
  const { node, entry, records } = isContainer || chance < 80 ? page : chance < 93 ? news : draft
  const uid = createHash('md5').update(String(i)).digest('hex')
  const number = (i * 7919) % objects
  const title = `Title ${number}`
  const words = [...textOf(i, objects), ...(isContainer || chance < 80 ? ['valley'] : [])]
  const times = { created: node.created - i * 1000, modified: node.modified - number * 1000 }
  const effective = node.fields.effective ? { effective: node.fields.effective - number * 1000 } : {}
  // When the site is copied to another database, the search words of the object are derived from these blocks.
  const blocks = { text: { '@type': 'slate', plaintext: words.join(' ') } }
  const titles = { title, sortable_title: `title ${String(number).padStart(6, '0')}` }
  return {
    node: {
      ...node,
      ...times,
      uid,
      path: pathOf(i),
      revision: 0,
      fields: { ...node.fields, ...effective, title, blocks, blocks_layout: { items: ['text'] } },
    },
    entry: {
      holders: entry.holders,
      indexes: {
        ...entry.indexes,
        ...times,
        ...effective,
        UID: uid,
        getId: pathOf(i).split('/').at(-1),
        sortable_title: titles.sortable_title,
      },
      columns: { ...entry.columns, ...times, ...effective, title },
      titleWords: ['title', String(number)],
      descriptionWords: [],
      words: ['title', String(number), ...words],
    },
    records,
  }
}

function pathOf(i) {
  const area = Math.floor(i / perContainer)
  const own = i % perContainer
  const first = area % 30 === 0 ? `/area-${area}` : `/area-${area - (area % 30)}/area-${area}`
  return own === 0 ? first : `${first}/page-${own}`
}

function textOf(i, objects) {
  const words = Array.from({ length: 60 }, (_, n) => `word${(i * 31 + n * n * 17) % 3000}`)
  return i % Math.max(1, Math.floor(objects / rivers)) === 0 ? [...words, `river${i}`] : words
}
