import { createScheduler, type Member, translateEnglish } from '@plenum/core'
import type { FileControl } from '@plenum/core/answers'
import { createTestSite, formTokenIn, password, plainPages, readPlainPage, type TestSite } from '@plenum/testkit'
import type { Express } from 'express'
import request, { type Response } from 'supertest'
import { createApp } from './createApp.js'

const host = 'site.example'
const origin = `http://${host}`
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

let test: TestSite
let app: Express
let max: string

const cookieIn = ({ headers }: Response): string => [headers['set-cookie']].flat().join().split(';')[0] ?? ''

async function logIn(name: string): Promise<string> {
  const page = await request(app).get('/login').set({ Host: host, Accept: 'text/html' })
  const login = { login: name, password, token: formTokenIn(page.text) }
  const headers = { Host: host, Origin: origin, Cookie: cookieIn(page) }
  return cookieIn(await request(app).post('/@@do/login').set(headers).type('form').send(login))
}

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site, { html: plainPages })
  max = await logIn('max')
})

const open = (path: string, cookie = max) =>
  request(app).get(path).set({ Host: host, Accept: 'text/html', Cookie: cookie })

type Fields = Readonly<Record<string, string | readonly string[]>>

function send(path: string, fields: Fields, { cookie = max, file = false, accept = 'text/html' } = {}) {
  const sending = request(app).post(path).set({ Host: host, Origin: origin, Accept: accept, Cookie: cookie })
  if (!file) return sending.type('form').send(fields)
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) void sending.field(name, one)
  return sending.attach('field.image', png, { filename: 'logo.png', contentType: 'image/png' })
}

const controlIn = ({ text }: Response): FileControl =>
  (readPlainPage(text).answer as never as { form: { sections: { controls: FileControl[] }[] } }).form.sections
    .flatMap(({ controls }) => controls)
    .find(({ name }) => name === 'field.image') as FileControl

const json = async (path: string) => (await request(app).get(path).set('Host', host).auth('max', password)).body

async function addForm(cookie = max): Promise<{ token: string; type: string; 'field.title': string }> {
  return { token: formTokenIn((await open('/@@add?type=Image', cookie)).text), type: 'Image', 'field.title': 'Harbour' }
}

/** Sends a form with a file and an invalid date, and returns the reference to the stored file. */
async function refusedUpload(): Promise<string> {
  const refused = await send('/@@do/add', { ...(await addForm()), 'field.effective': 'soon' }, { file: true })
  expect(refused.status).toBe(400)
  const { upload, pending } = controlIn(refused)
  expect([upload, pending?.size]).toEqual(['logo.png', png.length])
  return `pending-${pending?.id}`
}

const countPending = async (reference: string): Promise<number> =>
  (await test.platform.pendingUploads?.find(reference.slice(8), { owner: 'max', now: test.clock.now })) ? 1 : 0

describe('a file in a form with an invalid field', () => {
  it('is stored, and used when the form is sent again without it', async () => {
    const reference = await refusedUpload()
    const saved = await send('/@@do/add', { ...(await addForm()), 'field.image': ['', reference] })
    expect([saved.status, saved.headers.location]).toEqual([303, `${origin}/logo.png`])
    expect((await json('/logo.png')).image).toMatchObject({ filename: 'logo.png', size: png.length, width: 1 })
    expect(await countPending(reference)).toBe(0)
  })

  it('remains stored as long as the form is invalid, and while buttons change the form', async () => {
    const reference = await refusedUpload()
    const fields = { ...(await addForm()), 'field.image': ['', reference], 'field.effective': 'later' }
    const changes: readonly Fields[] = [{}, { change: 'search field.relatedItems' }]
    for (const more of changes) {
      const again = await send('/@@do/add', { ...fields, ...more })
      expect(`pending-${controlIn(again).pending?.id}`).toBe(reference)
    }
    const draft = await send('/@@do/add', { ...(await addForm()), change: 'search field.relatedItems' }, { file: true })
    expect([draft.status, controlIn(draft).pending?.size]).toEqual([200, png.length])
  })

  it('is discarded with the checkbox, or replaced with another file', async () => {
    const unused = await refusedUpload()
    const refused = await send('/@@do/add', { ...(await addForm()), 'field.image': ['', unused, 'unused'] })
    expect([refused.status, controlIn(refused).pending]).toEqual([400, undefined])
    const replaced = await refusedUpload()
    const saved = await send('/@@do/add', { ...(await addForm()), 'field.image': ['', replaced] }, { file: true })
    expect(saved.status).toBe(303)
    expect(await Promise.all([unused, replaced].map(countPending))).toEqual([0, 0])
  })

  it('is read completely, even if other requests have all permits for long tasks', async () => {
    let time = 0
    const scheduler = createScheduler({ now: () => time, nextSlice: callback => void setImmediate(callback), long: 1 })
    const [other, task] = [scheduler.begin(), scheduler.begin()]
    await other.acquirePermit()
    const { pendingUploads } = test.platform
    if (!pendingUploads) throw new Error('The store has no pending uploads.')
    const read = pendingUploads.bytes
    const readSlowly: typeof read = async (id, slice) => {
      // The first call begins a slice, which is over after 20 ms.
      slice.isOver()
      time += 20
      setImmediate(other.end)
      if (slice.isOver()) await slice.next()
      return read(id, slice)
    }
    Object.assign(pendingUploads, { bytes: readSlowly })
    const id = (await refusedUpload()).replace('pending-', '')
    const caller: Member = { kind: 'member', id: 'max', fullname: '', roles: [], groups: [] }
    const context = { path: '/', caller, base: origin, translate: translateEnglish, task }
    const bytes = await test.site.run('readPendingUpload', { ...context, input: () => ({ id }) })
    expect(Buffer.from(bytes ?? [])).toEqual(png)
  })

  it('belongs to its user', async () => {
    const reference = await refusedUpload()
    const other = await logIn('con')
    const stolen = await send(
      '/@@do/add',
      { ...(await addForm(other)), 'field.image': ['', reference] },
      { cookie: other },
    )
    expect([stolen.status, controlIn(stolen)]).toMatchObject([
      400,
      { file: null, problem: expect.stringContaining('again') },
    ])
    expect(controlIn(stolen).pending).toBeUndefined()
    const dropped = { ...(await addForm(other)), 'field.image': ['', reference, 'unused'] }
    await send('/@@do/add', dropped, { cookie: other })
    expect(await countPending(reference)).toBe(1)
  })

  it('expires, and the form then requests it again instead of saving without it', async () => {
    const reference = await refusedUpload()
    test.clock.now += 24 * 60 * 60 * 1000
    max = await logIn('max')
    const late = await send('/@@do/add', { ...(await addForm()), 'field.image': ['', reference] })
    expect([late.status, controlIn(late)]).toMatchObject([
      400,
      { problem: expect.stringContaining('no longer available') },
    ])
    await test.site.trimChanges()
    expect(
      await test.platform.pendingUploads?.bytes(reference.slice(8), { isOver: () => false, next: async () => {} }),
    ).toBeNull()
  })

  it.each(['pending-none', `pending-${'x'.repeat(100)}`, 'pending-'])('is not found by %s', async reference => {
    const refused = await send('/@@do/add', { ...(await addForm()), 'field.image': ['', reference] })
    expect([refused.status, (await json('/')).items_total]).toEqual([400, 0])
  })

  it('is stored for the form of an object as well, and not if the field contains no file', async () => {
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'News Item', id: 'news', title: 'News' } })
    const page = await open('/news/@@edit')
    const { revision } = (readPlainPage(page.text).answer as never as { form: { revision: string } }).form
    const fields = { token: formTokenIn(page.text), revision }
    const refused = await send('/news/@@do/edit', { ...fields, 'field.title': '' }, { file: true })
    const reference = `pending-${controlIn(refused).pending?.id}`
    expect((await send('/news/@@do/edit', { ...fields, 'field.image': ['', reference] })).status).toBe(303)
    expect((await json('/news')).image).toMatchObject({ filename: 'logo.png' })
  })
})

describe('a file that a script uploads', () => {
  const uploadTo = (path: string, fields: Fields, cookie = max) =>
    send(path, fields, { file: true, cookie, accept: 'application/json' })

  it('is stored for the form that names it', async () => {
    const { token, ...fields } = await addForm()
    const { status, body } = await uploadTo('/@@do/upload', { token })
    expect([status, body]).toEqual([200, { id: expect.any(String), filename: 'logo.png', size: png.length }])
    const saved = await send('/@@do/add', { ...fields, token, 'field.image': ['', `pending-${body.id}`] })
    expect(saved.status).toBe(303)
  })

  it('is refused without a token, a file or the permission to add or edit content', async () => {
    const { token } = await addForm()
    expect((await uploadTo('/@@do/upload', {})).status).toBe(403)
    expect((await send('/@@do/upload', { token })).status).toBe(400)
    expect((await uploadTo('/@@do/upload', {}, 'x=y')).status).toBe(401)
    const mia = await logIn('mia')
    expect((await uploadTo('/@@do/upload', { token: formTokenIn((await open('/', mia)).text) }, mia)).status).toBe(401)
  })

  it('replaces the oldest of more than 20 files', async () => {
    const { token } = await addForm()
    const ids: string[] = []
    for (let i = 0; i < 21; i++) {
      test.clock.now += 1
      ids.push(`pending-${(await uploadTo('/@@do/upload', { token })).body.id}`)
    }
    const counts = await Promise.all(ids.map(countPending))
    expect(counts).toEqual([0, ...Array.from({ length: 20 }, () => 1)])
  })
})
