// Fills a running empty site over HTTP with at least one item of each kind that a database stores.

const basic = (name, password) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
export const password = 'Secret-password-1'
export const callers = { visitor: null, rea: basic('rea', password), admin: basic('admin', password) }

async function ask(base, method, path, { body, as = 'admin' } = {}) {
  const headers = {
    accept: 'application/json',
    ...(callers[as] && { authorization: callers[as] }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
  return answer.status === 204 ? null : answer.json()
}

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>`
const svg = name => ({
  filename: name,
  'content-type': 'image/svg+xml',
  encoding: 'base64',
  data: Buffer.from(picture).toString('base64'),
})
const text = { 'content-type': 'text/html', encoding: 'utf8', data: '<p>Gulls <strong>and</strong> terns.</p>' }

const people = [
  { username: 'rea', fullname: 'Rea Reader', email: 'rea@example.org', roles: ['Member', 'Reviewer'], password },
  { username: 'mia', fullname: 'Mia Müller', email: 'mia@example.org', roles: ['Member'], password },
]

const objects = [
  ['/', { '@type': 'Document', id: 'birds', title: 'Birds', description: 'Of the coast', subjects: ['Sea', 'Größe'] }],
  ['/birds', { '@type': 'Document', id: 'gull', title: 'Gull', text }],
  ['/birds', { '@type': 'Document', id: 'secret', title: 'Nesting places' }],
  ['/', { '@type': 'News Item', id: 'arrival', title: 'They are back', text, image: svg('back.svg') }],
  ['/', { '@type': 'File', id: 'list', title: 'A list', file: { ...svg('list.txt'), 'content-type': 'text/plain' } }],
  ['/', { '@type': 'Event', id: 'walk', title: 'Walk', start: '2027-05-01T08:00:00Z', end: '2027-05-01T10:00:00Z' }],
  ['/', { '@type': 'Link', id: 'club', title: 'The club', remoteUrl: 'https://club.example' }],
  ['/', { '@type': 'Image', id: 'drawing', title: 'A drawing', image: svg('drawing.svg') }],
]

const poll = {
  '@type': 'collective.polls.poll',
  id: 'favourite',
  title: 'Favourite',
  options: [
    { option_id: 0, description: 'Gull' },
    { option_id: 1, description: 'Tern' },
  ],
  allow_anonymous: true,
}

const transition = (path, name, body = {}) => [path, `/@workflow/${name}`, body]

export async function populate(base) {
  for (const body of people) await ask(base, 'POST', '/@users', { body })
  for (const [place, body] of objects) await ask(base, 'POST', place, { body })
  await ask(base, 'POST', '/', { body: poll })
  for (const [path, service, body] of [
    ...['/birds', '/birds/gull', '/arrival', '/walk'].map(path => transition(path, 'publish', { comment: 'Read' })),
    transition('/favourite', 'submit'),
    transition('/favourite', 'open'),
  ])
    await ask(base, 'POST', path + service, { body })
  for (const title of ['Herring gull', 'Great gull'])
    await ask(base, 'PATCH', '/birds/gull', { body: { title, changeNote: `Now a ${title}` } })
  await ask(base, 'POST', '/birds/@sharing', {
    body: { entries: [{ id: 'mia', type: 'user', roles: { Editor: true } }], inherit: true },
  })
  await ask(base, 'POST', '/birds/@move', { body: { source: [`${base}/club`] } })
  await ask(base, 'POST', '/favourite/@vote', { body: { option_id: 1 }, as: 'rea' })
  await ask(base, 'POST', '/favourite/@vote', { body: { option_id: 0 }, as: 'visitor' })
}

const services = ['', '/@history', '/@workflow', '/@breadcrumbs', '/@sharing', '/@navigation']
const paths = ['/birds', '/birds/gull', '/birds/secret', '/birds/club', '/arrival', '/list', '/walk', '/drawing']
const others = [
  '/',
  '/club',
  '/favourite/@poll',
  '/birds/gull/@history/0',
  '/birds/gull/@history/1',
  '/@schedule',
  '/@search?SearchableText=gull&sort_on=path',
  '/@search?sort_on=modified&metadata_fields=_all&b_size=100',
  '/@search?Subject=Gr%C3%B6%C3%9Fe',
  '/@users',
  '/@users/mia',
  '/list/@@download/file',
]

/**
 * Returns the responses to the same requests from each caller. A response contains `status` and `body`, in which `BASE`
 * replaces the URL of the site.
 */
export async function answersOf(base) {
  const answers = {}
  for (const [caller, authorization] of Object.entries(callers))
    for (const address of [...others, ...paths.flatMap(path => services.map(service => path + service))]) {
      const headers = { accept: 'application/json', ...(authorization && { authorization }) }
      const answer = await fetch(base + address, { headers, redirect: 'manual' })
      const body = (await answer.text()).replaceAll(base, 'BASE')
      answers[`${caller} ${address}`] = {
        status: answer.status,
        body: body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body,
      }
    }
  return answers
}
