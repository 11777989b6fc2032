import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { JsonObject, JsonValue } from '@plenum/core'
import { basicAuthorization, findInHtml, isHarmlessAddress, password, scriptVectors } from '@plenum/testkit'
import { pino } from 'pino'
import { readConfig } from './config.js'
import { type RunningServer, serve } from './serve.js'

jest.setTimeout(120_000)

const dataDir = mkdtempSync(path.join(tmpdir(), 'plenum-vectors-'))
const faults: string[] = []
const refused: string[] = []
let server: RunningServer

const manager = basicAuthorization('admin', password)

async function send(method: string, target: string, body: JsonObject): Promise<Response> {
  const headers = { ...manager, 'Content-Type': 'application/json' }
  return fetch(server.url + target, { method, headers, body: JSON.stringify(body) })
}

async function write(method: string, target: string, body: JsonObject = {}): Promise<void> {
  const answer = await send(method, target, body)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${text}`)
}

async function pageAt(target: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await fetch(server.url + target, { headers: { ...headers, Accept: 'text/html' } })
  expect([target, answer.headers.get('content-type')]).toEqual([target, 'text/html; charset=utf-8'])
  return answer.text()
}

const slate = (text: string) => ({ '@type': 'slate', plaintext: text, value: [{ type: 'p', children: [{ text }] }] })

function blocksWith(text: string, address: string): JsonObject {
  const link = { type: 'link', data: { url: address }, children: [{ text }] }
  const cell = { type: 'data', value: [{ type: 'p', children: [{ text }] }] }
  const draft = {
    blocks: [
      { text, type: 'header-two' },
      { text, type: 'unstyled' },
    ],
  }
  const blocks: JsonObject = {
    a: { '@type': 'title' },
    b: { '@type': 'description' },
    c: { ...slate(text), value: [{ type: 'h2', children: [{ text }] }, link] },
    d: { '@type': 'text', text: draft },
    e: { '@type': 'image', url: address, alt: text, href: [{ '@id': address }], title: text },
    f: { '@type': 'leadimage' },
    g: { '@type': 'listing', headline: text, variation: 'grid', querystring: { query: [] } },
    h: { '@type': 'slateTable', table: { rows: [{ cells: [cell] }, { cells: [cell] }] } },
    i: { '@type': 'teaser', title: text, description: text, head_title: text, href: [{ '@id': address, title: text }] },
    j: { '@type': 'gridBlock', headline: text, blocks: { k: slate(text) }, blocks_layout: { items: ['k'] } },
    l: { '@type': 'video', url: address, title: text },
    m: { '@type': 'toc', title: text },
    n: { '@type': text, title: text, plaintext: text },
    o: { '@type': 'scheduleBlock', title: text },
    p: { '@type': 'sponsorsShowcaseBlock', title: text },
    q: { '@type': 'levelComparisonBlock', title: text },
    r: { '@type': 'html', html: text },
  }
  return { blocks, blocks_layout: { items: Object.keys(blocks) } }
}

interface FieldSchema {
  readonly type?: string
  readonly factory?: string
  readonly widget?: string
}

const restricted = new Set(['id', 'color', 'recurrence'])
const free = new Set(['Text line (String)', 'Text', 'Rich Text'])

async function fieldsOf(type: string, first: number): Promise<JsonObject> {
  const answer = await fetch(`${server.url}/@types/${encodeURIComponent(type)}`, { headers: manager })
  const { properties } = (await answer.json()) as { properties: Record<string, FieldSchema> }
  const names = Object.entries(properties).flatMap(([name, { factory = '', widget }]) =>
    free.has(factory) && widget !== 'email' && !restricted.has(name) ? [name] : [],
  )
  return Object.fromEntries(names.map((name, i) => [name, scriptVectors[(first + i) % scriptVectors.length] ?? '']))
}

type More = (vector: string) => JsonObject

const links: More = text => ({
  social_links: [{ '@id': 'w', id: 'w', title: text, href: [{ '@id': 'https://x.example/a', title: text }] }],
})
const times = { start: '2027-06-17T09:00:00Z', end: '2027-06-17T10:00:00Z' }
const options: JsonValue = scriptVectors.slice(0, 20).map(description => ({ description }))

const objects: readonly (readonly [container: string, type: string, id: string, more: More])[] = [
  ['/', 'News Item', 'news', () => ({})],
  ['/', 'Event', 'event', () => times],
  ['/', 'Presenter', 'ada', links],
  ['/', 'Profile', 'profile', () => ({ email: 'a@example.org' })],
  ['/', 'Venue', 'venue', () => ({})],
  ['/venue', 'Room', 'hall', () => ({})],
  ['/', 'Schedule', 'schedule', () => ({})],
  ['/schedule', 'Talk', 'talk', () => times],
  ['/schedule', 'Break', 'break', () => times],
  ['/', 'SponsorsDB', 'sponsors', text => ({ benefits: [{ '@id': 'b', id: 'b', title: text, description: text }] })],
  ['/sponsors', 'SponsorLevel', 'gold', text => ({ benefits: [{ '@id': 'c', code: 'b', value: text }] })],
  ['/sponsors/gold', 'Sponsor', 'acme', links],
  ['/', 'collective.polls.poll', 'poll', () => ({ options, show_results: true })],
]

const pathOf = (container: string, id: string): string => `${container === '/' ? '' : container}/${id}`
const pathOfText = (i: number): string => `/text-${i}`

beforeAll(async () => {
  const log = pino({ level: 'error', base: null }, { write: (line: string) => void faults.push(line) })
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    EMPTY_SITE: '1',
    ADMIN_USER: 'admin',
    ADMIN_PASSWORD: password,
    PASSWORD_COST: '4',
  }
  server = await serve(readConfig(env), { log, output: { say: () => {} } })
  const [first = '', second = ''] = scriptVectors
  const tracks = [{ '@id': 't', id: 't', title: first, color: '#2b6cb0' }]
  await write('PATCH', '/', { start: times.start, end: '2027-06-18T18:00:00Z', timezone: 'Europe/Lisbon', tracks })
  await write('PATCH', '/@controlpanels/site', { site_title: first })
  await write('POST', '/@users', { username: 'eve', fullname: first, email: 'eve@example.org', password })
  for (const [i, vector] of ['harmless', ...scriptVectors].entries()) {
    const texts = { '@type': 'Document', id: `text-${i}`, title: vector, description: vector, subjects: [vector] }
    const answer = await send('POST', '/', { ...texts, ...blocksWith(vector, vector) })
    await answer.text()
    if (!answer.ok) {
      refused.push(vector)
      await write('POST', '/', { ...texts, ...blocksWith(vector, '/x') })
    }
    await write('POST', `${pathOfText(i)}/@workflow/publish`, { comment: vector })
  }
  for (const [i, [container, type, id, more]] of objects.entries()) {
    const fields = await fieldsOf(type, i * 3)
    await write('POST', container, { '@type': type, id, ...fields, ...more(scriptVectors[i] ?? '') })
    // The response is ignored, because objects of some types do not have this transition.
    await (await send('POST', `${pathOf(container, id)}/@workflow/publish`, {})).text()
  }
  await write('POST', '/poll/@workflow/open', { comment: second })
  await write('PATCH', '/text-1', { title: second, changeNote: first })
  const entries = [{ id: 'eve', type: 'user', roles: { Editor: true } }]
  await write('POST', '/text-1/@sharing', { entries, inherit: true })
})

afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true })
})

const isOwnScript = (address = ''): boolean =>
  address.startsWith(`${server.url}/@@pages/`) && /^(?:\w+-)?script\.[\w-]+\.js$/.test(address.split('/').at(-1) ?? '')

function problemsOf(html: string): readonly string[] {
  const { elements, attributes, addresses, scripts } = findInHtml(html)
  const isOurs = (script: Readonly<Record<string, string>>) =>
    script.type === 'application/ld+json' || isOwnScript(script.src)
  return [
    ...[...elements].filter(name => foreign.has(name) || name.startsWith('<!--')),
    ...[...attributes].filter(name => name.startsWith('on') || handled.has(name)),
    ...addresses.filter(address => !isHarmlessAddress(address)),
    ...scripts.filter(script => !isOurs(script)).map(script => JSON.stringify(script)),
  ]
}

const foreign = new Set(['style', 'iframe', 'object', 'embed', 'base', 'math', 'mglyph', 'noscript', 'textarea'])
const handled = new Set(['style', 'srcdoc', 'formaction', 'http-equiv', 'autofocus', 'background', 'xlink:href'])

/** Removes whitespace, so that different line breaks do not matter. */
const joined = (text: string): string => text.replaceAll(/\s/g, '')

describe('images of other hosts (docs/pages.md, Safety of pages, rule 3)', () => {
  const foreign = [
    '//evil.example/x',
    '\\\\evil.example/x',
    '/\\evil.example/x',
    'https://evil.example/x',
    'https:evil.example/x',
  ]

  it.each(foreign)('are not requested by blocks, grids, teasers, scales and raw HTML: %s', async address => {
    const scales = { image: [{ download: address, width: 1, height: 1, scales: {} }] }
    const image = { '@type': 'image', url: address, alt: 'A' }
    const blocks: JsonObject = {
      a: image,
      b: { '@type': 'image', url: '/x', image_scales: scales },
      c: { '@type': 'gridBlock', blocks: { d: image }, blocks_layout: { items: ['d'] } },
      e: { '@type': 'teaser', href: [{ '@id': address, image_field: 'image', image_scales: scales }] },
      f: {
        '@type': 'html',
        html: `<img src="${address}" srcset="${address} 2x"><picture><source srcset="${address}"></picture>`,
      },
      g: { '@type': 'html', html: '<p>left</p><img src="/left.png" alt="L">' },
    }
    const body = {
      '@type': 'Document',
      title: 'Images',
      blocks,
      blocks_layout: { items: ['a', 'b', 'c', 'e', 'f', 'g'] },
    }
    const answer = (await (await send('POST', '/', body)).json()) as { readonly '@id': string }
    const html = await pageAt(new URL(answer['@id']).pathname, manager)
    expect(html.match(/\s(?:src|srcset|poster|background|data)="[^"]*evil[^"]*"/g)).toBeNull()
    expect(html).toContain('src="/left.png"')
  })
})

describe('hostile texts written through the API', () => {
  it.each(scriptVectors.map((vector, i) => [vector, pathOfText(i + 1)] as const))(
    'are shown as text in fields and blocks: %s',
    async (vector, target) => {
      const plain = findInHtml(await pageAt(pathOfText(0)))
      const html = await pageAt(target)
      const { elements, text } = findInHtml(html)
      expect(problemsOf(html)).toEqual([])
      // Sanitized HTML may still contain these elements.
      const left = new Set(['a', 'img', 'p', ...plain.elements])
      expect([...elements].filter(name => !left.has(name))).toEqual([])
      if (target !== '/text-1') expect(joined(text)).toContain(joined(vector))
    },
  )

  it.each(objects.map(([container, , id]) => pathOf(container, id)))('add nothing to the page of %s', async target => {
    expect(problemsOf(await pageAt(target, manager))).toEqual([])
  })

  it.each([
    '/',
    '/@schedule',
    '/@sponsors',
    '/@search?sort_on=path&b_size=100',
    '/poll/@poll',
    '/text-1/@history?one=0&two=current',
    '/text-1/@workflow',
    '/text-1/@sharing',
    '/@sharedmemoize',
  ])('add nothing to the page of %s, for members and for visitors', async target => {
    const html = await pageAt(target, manager)
    expect(problemsOf(html)).toEqual([])
    expect(problemsOf(await pageAt(target))).toEqual([])
    if (!target.includes('memoize')) expect(html).toContain('&lt;')
  })

  it.each(scriptVectors)('add nothing to a page through its address: %s', async vector => {
    const text = encodeURIComponent(vector)
    // Slashes and control characters are removed, because the URL of a page cannot contain them.
    const name = encodeURIComponent(vector.replaceAll(/[/\\\p{C}]/gu, ''))
    const search = `/@search?SearchableText=${text}&b_size=1&b_start=1`
    for (const target of [search, `/login?came_from=${text}`, `/none/${name}`, `/@search?b_start=${text}`])
      expect(problemsOf(await pageAt(target))).toEqual([])
  })

  it('are refused as addresses if a browser would run them', () => {
    expect(refused).toEqual(scriptVectors.filter(vector => !isHarmlessAddress(vector)))
  })

  it('cause no internal error', () => {
    expect(faults).toEqual([])
  })
})
