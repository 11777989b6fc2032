import { createTestSite, formTokenIn, password, plainPages, readPlainPage, type TestSite } from '@plenum/testkit'
import type { Express } from 'express'
import request, { type Response } from 'supertest'
import { createApp } from './createApp.js'

const host = 'site.example'
const origin = `http://${host}`

let test: TestSite
let app: Express
let cookie: string

const open = (path: string) => request(app).get(path).set({ Host: host, Accept: 'text/html', Cookie: cookie })

const send = (path: string, fields: object | string, headers: Readonly<Record<string, string>> = {}) =>
  request(app)
    .post(path)
    .set({ Host: host, Origin: origin, Accept: 'text/html', Cookie: cookie, ...headers })
    .type('form')
    .send(fields)

interface ShownControl {
  readonly name: string
  readonly value?: string
  readonly problem?: string
}

interface ShownForm {
  readonly form: {
    readonly revision: string
    readonly image_container: string | null
    readonly sections: readonly { readonly controls: ShownControl[] }[]
  }
  readonly problems?: readonly string[]
}

const formIn = ({ text }: Response) => readPlainPage(text).answer as unknown as ShownForm
const controlIn = (page: Response, name: string) =>
  formIn(page)
    .form.sections.flatMap(({ controls }) => controls)
    .find(control => control.name === `field.${name}`)

const hiddenIn = (page: Response) => ({ token: formTokenIn(page.text), revision: formIn(page).form.revision })

const json = async (path: string) => (await request(app).get(path).set('Host', host).auth('max', password)).body
const edit = (path: string, body: object) =>
  request(app).patch(path).set('Host', host).auth('max', password).send(body).expect(204)

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site, { html: plainPages })
  const login = await request(app).get('/login').set({ Host: host, Accept: 'text/html' })
  const visitor =
    ([] as string[])
      .concat(login.headers['set-cookie'] ?? [])
      .join()
      .split(';')[0] ?? ''
  cookie = visitor
  const answer = await send('/@@do/login', { login: 'max', password, token: formTokenIn(login.text) })
  cookie =
    ([] as string[])
      .concat(answer.headers['set-cookie'] ?? [])
      .join()
      .split(';')[0] ?? ''
})

const addPage = async (fields: object) => {
  const page = await open('/@@add?type=Document')
  return send('/@@do/add', { token: formTokenIn(page.text), type: 'Document', ...fields })
}

describe('a form for content', () => {
  it('adds an object and redirects to it', async () => {
    const added = await addPage({ 'field.title': 'Tide tables', 'field.description': 'Two\r\nlines' })
    expect([added.status, added.headers.location]).toEqual([303, `${origin}/tide-tables`])
    expect(await json('/tide-tables')).toMatchObject({ title: 'Tide tables', description: 'Two\nlines' })
  })

  it('names the nearest container to which the user may add images', async () => {
    await addPage({ 'field.title': 'Tides' })
    await test.run('addContent', '/tides', {
      as: 'max',
      input: { '@type': 'Link', id: 'link', title: 'Link', remoteUrl: '/' },
    })
    const containerOn = async (path: string) => formIn(await open(path)).form.image_container
    expect(await containerOn('/@@add?type=Document')).toBe(origin)
    expect(await containerOn('/tides/@@edit')).toBe(`${origin}/tides`)
    expect(await containerOn('/tides/link/@@edit')).toBe(`${origin}/tides`)
  })

  it('changes the fields that the user changed, and nothing if the user changed nothing', async () => {
    await addPage({ 'field.title': 'Tides', 'field.subjects': 'sea\nmoon' })
    const before = await json('/tides')
    const page = await open('/tides/@@edit')
    const unchanged = { ...hiddenIn(page), 'field.title': 'Tides', 'field.subjects': 'sea\r\nmoon\r\n' }
    expect((await send('/tides/@@do/edit', unchanged)).status).toBe(303)
    expect(await json('/tides')).toEqual(before)
    const changed = await send('/tides/@@do/edit', { ...unchanged, 'field.title': 'Ebb', 'field.id': 'ebb' })
    expect([changed.status, changed.headers.location]).toEqual([303, `${origin}/ebb`])
    expect(await json('/ebb')).toMatchObject({ title: 'Ebb', subjects: ['sea', 'moon'] })
  })

  it('converts times from the time zone of the event', async () => {
    await edit('/', { start: '2027-06-17T08:00:00Z', end: '2027-06-19T18:00:00Z', timezone: 'Europe/Lisbon' })
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'Schedule', id: 'programme', title: 'P' } })
    const page = await open('/programme/@@add?type=Talk')
    const times = { 'field.start': '2027-06-17T10:00', 'field.end': '2027-06-17T11:00' }
    const fields = {
      token: formTokenIn(page.text),
      type: 'Talk',
      'field.title': 'Talk',
      'field.description': 'D',
      ...times,
    }
    const added = await send('/programme/@@do/add', fields)
    expect(added.headers.location).toBe(`${origin}/programme/talk`)
    expect(await json('/programme/talk')).toMatchObject({
      start: '2027-06-17T09:00:00+00:00',
      end: '2027-06-17T10:00:00+00:00',
    })
    expect(controlIn(await open('/programme/talk/@@edit'), 'start')?.value).toBe('2027-06-17T10:00')
  })

  it('shows the values again beside the reasons for which they were refused', async () => {
    const page = await addPage({ 'field.title': '', 'field.effective': 'soon', 'field.description': 'Kept' })
    expect(page.status).toBe(400)
    expect(controlIn(page, 'title')?.problem).toBe('Required input is missing.')
    expect(controlIn(page, 'description')?.value).toBe('Kept')
    const dated = await addPage({ 'field.title': 'A', 'field.effective': 'soon' })
    expect([dated.status, controlIn(dated, 'effective')]).toMatchObject([400, { value: 'soon' }])
    expect(controlIn(dated, 'effective')?.problem).toContain('Invalid date')
  })

  it('shows a contradiction between two fields beside the second field', async () => {
    const page = await addPage({
      'field.title': 'A',
      'field.effective': '2027-06-17T10:00',
      'field.expires': '2027-06-17T09:00',
    })
    expect(page.status).toBe(400)
    expect(controlIn(page, 'expires')?.problem).toContain('must not be before')
    expect(formIn(page).problems).toEqual([])
  })

  it('is refused after a change by another user, and shows the values of its user again', async () => {
    await addPage({ 'field.title': 'Tides' })
    const page = await open('/tides/@@edit')
    await edit('/tides', { title: 'Other' })
    const late = await send('/tides/@@do/edit', { ...hiddenIn(page), 'field.title': 'Mine' })
    expect([late.status, controlIn(late, 'title')]).toMatchObject([412, { value: 'Mine', other: 'Other' }])
    expect(await json('/tides')).toMatchObject({ title: 'Other' })
    expect((await send('/tides/@@do/edit', { ...hiddenIn(late), 'field.title': 'Mine' })).status).toBe(303)
  })

  it('preserves the value of the other user in the fields that the current user selects', async () => {
    await addPage({ 'field.title': 'Tides', 'field.subjects': 'sea' })
    const page = await open('/tides/@@edit')
    await edit('/tides', { title: 'Other', subjects: ['moon'] })
    const mine = { 'field.title': 'Mine', 'field.subjects': 'sun' }
    const late = await send('/tides/@@do/edit', { ...hiddenIn(page), ...mine })
    expect((await send('/tides/@@do/edit', { ...hiddenIn(late), ...mine, theirs: 'field.subjects' })).status).toBe(303)
    expect(await json('/tides')).toMatchObject({ title: 'Mine', subjects: ['moon'] })
  })

  it('remains based on the revision that its user has seen if a value is refused', async () => {
    await addPage({ 'field.title': 'Tides' })
    const page = await open('/tides/@@edit')
    await edit('/tides', { title: 'Other' })
    const refused = await send('/tides/@@do/edit', { ...hiddenIn(page), 'field.title': '' })
    expect([refused.status, hiddenIn(refused).revision]).toEqual([400, hiddenIn(page).revision])
  })

  it('is not saved while somebody edits the object, unless its user releases the lock', async () => {
    await addPage({ 'field.title': 'Tides' })
    await test.run('lockContent', '/tides', { as: 'max', input: { stealable: true } })
    const fields = { ...hiddenIn(await open('/tides/@@edit')), 'field.title': 'Mine' }
    const locked = await send('/tides/@@do/edit', fields)
    expect([locked.status, readPlainPage(locked.text).answer]).toMatchObject([403, { conflict: 'locked' }])
    expect(controlIn(locked, 'title')?.value).toBe('Mine')
    expect((await send('/tides/@@do/edit', { ...fields, unlock: 'true' })).status).toBe(303)
    expect(await json('/tides')).toMatchObject({ title: 'Mine' })
  })

  it.each([
    ['an unsigned revision', { revision: '0-AAAAAAAAAAAAAAAAAAAAAA' }, 400],
    ['no revision', { revision: '' }, 400],
    ['a wrong token', { token: 'x' }, 403],
    ['an unknown field', { 'field.constructor': 'x' }, 400],
    ['a repeated field', { 'field.title': ['a', 'b'] }, 400],
  ])('is refused with %s', async (_, wrong, status) => {
    await addPage({ 'field.title': 'Tides' })
    const fields = { ...hiddenIn(await open('/tides/@@edit')), 'field.title': 'New', ...wrong }
    const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map(one => `${name}=${one}`))
    expect((await send('/tides/@@do/edit', pairs.join('&'))).status).toBe(status)
    expect(await json('/tides')).toMatchObject({ title: 'Tides' })
  })

  it('is refused for callers without permission and for types that are not allowed', async () => {
    await addPage({ 'field.title': 'Tides' })
    const visitor = (path: string) => request(app).get(path).set({ Host: host, Accept: 'text/html' })
    expect((await visitor('/tides/@@edit')).status).toBe(401)
    expect((await visitor('/tides/@@add?type=Document')).status).toBe(401)
    expect((await open('/tides/@@add?type=Talk')).status).toBe(403)
    expect((await open('/tides/@@add')).status).toBe(400)
    expect((await open('/tides/@@add?type=Nothing')).status).toBe(403)
  })
})

describe('the form that deletes content', () => {
  beforeEach(async () => {
    await addPage({ 'field.title': 'Tides' })
    const child = { '@type': 'Document', id: 'ebb', title: 'Ebb' }
    const { content } = await test.run('addContent', '/tides', { as: 'max', input: child })
    const linking = { '@type': 'Document', id: 'moon', title: 'Moon', relatedItems: [content.UID ?? ''] }
    await test.run('addContent', '/', { as: 'max', input: linking })
  })

  it('names the objects that are deleted, and those that link to them', async () => {
    const page = await open('/tides/@@delete')
    expect(readPlainPage(page.text).answer).toMatchObject({
      form: { title: 'Tides', items_total: 1, breaches: [{ '@id': `${origin}/moon`, title: 'Moon' }] },
    })
  })

  it('deletes the object after a confirmation, and redirects to its container', async () => {
    const fields = hiddenIn(await open('/tides/@@delete'))
    const unconfirmed = await send('/tides/@@do/delete', fields)
    expect([unconfirmed.status, formIn(unconfirmed).problems]).toEqual([
      400,
      ['Contained objects: 1. Confirm that you want to delete them too.'],
    ])
    const deleted = await send('/tides/@@do/delete', { ...fields, contents: 1 })
    expect([deleted.status, deleted.headers.location]).toEqual([303, origin])
    expect((await open('/tides')).status).toBe(404)
  })

  it('deletes nothing after a change by another user', async () => {
    const fields = hiddenIn(await open('/tides/@@delete'))
    await edit('/tides', { title: 'Important' })
    expect((await send('/tides/@@do/delete', { ...fields, contents: 1 })).status).toBe(412)
    expect((await open('/tides')).status).toBe(200)
  })

  it('does not exist for the site root', async () => {
    expect((await open('/@@delete')).status).toBe(403)
  })
})

describe('a form with files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const sendFiles = (path: string, fields: Readonly<Record<string, string>>, filename = 'Hafen "Süd".png') => {
    const sending = request(app).post(path).set({ Host: host, Origin: origin, Accept: 'text/html', Cookie: cookie })
    for (const [name, value] of Object.entries(fields)) void sending.field(name, value)
    return sending.attach('field.image', png, { filename, contentType: 'image/png' })
  }
  const addImage = async (fields: Readonly<Record<string, string>> = {}) => {
    const token = formTokenIn((await open('/@@add?type=Image')).text)
    return sendFiles('/@@do/add', { token, type: 'Image', 'field.id': 'harbour', 'field.title': 'Harbour', ...fields })
  }

  it('stores, preserves and replaces a file, and refuses to remove it if it is required', async () => {
    expect((await addImage()).headers.location).toBe(`${origin}/harbour`)
    const stored = await json('/harbour')
    expect(stored.image).toMatchObject({ filename: 'Hafen Süd.png', 'content-type': 'image/png', size: png.length })
    const unchanged = await send('/harbour/@@do/edit', {
      ...hiddenIn(await open('/harbour/@@edit')),
      'field.image': '',
    })
    expect(unchanged.status).toBe(303)
    expect(await json('/harbour')).toEqual(stored)
    const fields = hiddenIn(await open('/harbour/@@edit'))
    expect((await sendFiles('/harbour/@@do/edit', fields, 'new.png')).status).toBe(303)
    expect((await json('/harbour')).image.filename).toBe('new.png')
    const removing = { ...hiddenIn(await open('/harbour/@@edit')), 'field.image': ['', 'remove'] }
    expect((await send('/harbour/@@do/edit', removing)).status).toBe(400)
  })

  it('removes a file that is not required', async () => {
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'News Item', id: 'news', title: 'News' } })
    expect((await sendFiles('/news/@@do/edit', hiddenIn(await open('/news/@@edit')))).status).toBe(303)
    expect((await json('/news')).image).toMatchObject({ size: png.length })
    const page = await open('/news/@@edit')
    expect(controlIn(page, 'image')).toMatchObject({
      file: { preview: expect.stringContaining(`${origin}/news/@@images`) },
    })
    await send(
      '/news/@@do/edit',
      `token=${formTokenIn(page.text)}&revision=${hiddenIn(page).revision}&field.image=&field.image=remove`,
    )
    expect((await json('/news')).image).toBeNull()
  })

  it('reads large files in another thread', async () => {
    const sizes: number[] = []
    const readLargeFile = async (bytes: Uint8Array) => {
      sizes.push(bytes.length)
      return { bytes, digest: 'ab'.repeat(32), size: bytes.length, image: null }
    }
    app = createApp(test.site, { html: plainPages, readLargeFile })
    const token = formTokenIn((await open('/@@add?type=File')).text)
    const sending = request(app).post('/@@do/add').set({ Host: host, Origin: origin, Cookie: cookie })
    void sending.field('token', token).field('type', 'File')
    const answer = await sending.attach('field.file', Buffer.alloc(2_000_000, 7), { filename: 'a.bin' })
    expect([answer.status, sizes]).toEqual([303, [2_000_000]])
    expect((await json('/a.bin')).file).toMatchObject({ filename: 'a.bin', size: 2_000_000 })
  })

  it.each([
    ['truncated', 'b', '--b\r\nContent-Disposition: form-data; name="field.image"; filename="a.png"\r\n\r\nabc'],
    [
      'with another boundary than its header says',
      'c',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--',
    ],
  ])('is refused if it is %s, and stores nothing', async (_, boundary, body) => {
    const sending = request(app).post('/@@do/add').set({ Host: host, Origin: origin, Cookie: cookie })
    const answer = await sending.type(`multipart/form-data; boundary=${boundary}`).send(body)
    expect([answer.status, (await json('/')).items_total]).toEqual([400, 0])
  })

  it('is refused with a file in another field, too many parts, or too many bytes', async () => {
    const token = formTokenIn((await open('/@@add?type=Document')).text)
    const many = Object.fromEntries(Array.from({ length: 1010 }, (_, i) => [`x${i}`, '1']))
    expect((await sendFiles('/@@do/add', { token, type: 'Document', 'field.title': 'A' })).status).toBe(400)
    expect((await addImage(many)).status).toBe(400)
    expect((await addImage({ 'field.description': 'x'.repeat(1_100_000) })).status).toBe(413)
    app = createApp(test.site, { html: plainPages, maxUpload: 1000 })
    const large = await addImage({ 'field.description': 'x'.repeat(1_100_000) })
    expect(large.status).toBe(413)
    expect((await json('/')).items_total).toBe(0)
  })

  it('shows the fields again if one is invalid, and requests the file again', async () => {
    const refused = await addImage({ 'field.effective': 'soon' })
    expect(refused.status).toBe(400)
    expect(controlIn(refused, 'image')).toMatchObject({ file: null, upload: 'Hafen "Süd".png' })
    expect(controlIn(refused, 'title')?.value).toBe('Harbour')
  })
})

describe('a change of a form', () => {
  interface ShownRows extends ShownControl {
    readonly rows: readonly { readonly key: string; readonly controls: readonly ShownControl[] }[]
    readonly blank: { readonly key: string }
  }
  const rowsIn = (page: Response, name: string) => controlIn(page, name) as unknown as ShownRows
  const titlesIn = (page: Response) => rowsIn(page, 'tracks').rows.map(({ controls }) => controls[1]?.value)
  const track = (key: number, title: string) => ({
    [`field.tracks.${key}.id`]: title.toLowerCase(),
    [`field.tracks.${key}.title`]: title,
    [`field.tracks.${key}.color`]: '#112233',
  })
  const bodyOf = (fields: object) =>
    Object.entries(fields)
      .flatMap(([name, value]) => [value].flat().map(one => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`))
      .join('&')

  it('adds, moves and removes rows without storing them, until the form is saved', async () => {
    const fields = {
      ...hiddenIn(await open('/@@edit')),
      ...track(0, 'Sea'),
      ...track(1, 'Sky'),
      'field.tracks': ['0', '1'],
    }
    const added = await send('/@@do/edit', bodyOf({ ...fields, change: 'row field.tracks' }))
    expect([added.status, titlesIn(added), rowsIn(added, 'tracks').blank.key]).toEqual([200, ['Sea', 'Sky'], '2'])
    const moved = await send('/@@do/edit', bodyOf({ ...fields, change: 'up field.tracks 1' }))
    expect(titlesIn(moved)).toEqual(['Sky', 'Sea'])
    const removed = await send('/@@do/edit', bodyOf({ ...fields, change: 'remove field.tracks 0' }))
    expect(titlesIn(removed)).toEqual(['Sky'])
    expect((await json('/')).tracks).toEqual([])
    expect((await send('/@@do/edit', bodyOf({ ...fields, 'field.tracks': ['1', '0', '2'] }))).status).toBe(303)
    expect((await json('/')).tracks).toMatchObject([
      { id: 'sky', title: 'Sky' },
      { id: 'sea', title: 'Sea' },
    ])
  })

  it('searches for targets that the caller may see, of the types of the relation', async () => {
    for (const title of ['Ada Lighthouse', 'Zoe Harbour'])
      await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', title } })
    const fields = { ...hiddenIn(await open('/ada-lighthouse/@@edit')), 'field.relatedItems.search': 'zoe' }
    const results = await send('/ada-lighthouse/@@do/edit', bodyOf({ ...fields, change: 'search field.relatedItems' }))
    expect([results.status, controlIn(results, 'relatedItems')]).toMatchObject([
      200,
      { query: 'zoe', results: [{ title: 'Zoe Harbour' }], targets: [] },
    ])
    const byEnterKey = await send('/ada-lighthouse/@@do/edit', bodyOf({ ...fields, change: 'enter' }))
    expect(controlIn(byEnterKey, 'relatedItems')).toMatchObject({ results: [{ title: 'Zoe Harbour' }] })
    const saved = {
      ...fields,
      'field.relatedItems.search': '',
      'field.relatedItems': ['', '/zoe-harbour'],
      change: 'enter',
    }
    expect((await send('/ada-lighthouse/@@do/edit', bodyOf(saved))).status).toBe(303)
    expect((await json('/ada-lighthouse')).relatedItems).toMatchObject([{ title: 'Zoe Harbour' }])
  })

  it('preserves the revision that the user has seen', async () => {
    await addPage({ 'field.title': 'Tides' })
    const fields = hiddenIn(await open('/tides/@@edit'))
    await edit('/tides', { title: 'Other' })
    const draft = await send('/tides/@@do/edit', {
      ...fields,
      'field.title': 'Mine',
      change: 'search field.relatedItems',
    })
    expect(formIn(draft).form.revision).toBe(fields.revision)
    expect((await send('/tides/@@do/edit', { ...hiddenIn(draft), 'field.title': 'Mine' })).status).toBe(412)
  })
})
