import { type Catalog, type LanguageSettings, translateEnglish } from '@plenum/core'
import { addPublished, createTestSite, password, type TestSite } from '@plenum/testkit'
import express, { type Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'
import { createRouter } from './createRouter.js'

const catalogs: Readonly<Record<string, Catalog>> = {
  de: { Page: 'Seite', 'content.missing': 'Hier ist nichts.', 'field.required': "Das fehlt: d'rum so." },
  'pt-BR': { Page: 'Página' },
  es: { Page: 'Página' },
}

let test: TestSite

beforeAll(async () => {
  test = await createTestSite({ languages: ['de', 'pt-BR', 'es', 'pt-PT', 'en-GB'] })
  await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'C' })
  await addPublished(test, '/', { '@type': 'Document', id: 'old', title: 'Old' })
  await test.run('editContent', '/old', { as: 'max', input: { body: { id: 'new' }, representation: false } })
})

const choose = (input: Partial<LanguageSettings>, at: TestSite) =>
  at.run('setLanguageSettings', '/', { as: 'max', input })

const ask = (path: string, accepted?: string, offered = catalogs) => {
  const sent = request(createApp(test.site, { catalogs: offered })).get(path)
  return accepted === undefined ? sent : sent.set('Accept-Language', accepted)
}
const languageFor = async (accepted?: string, offered = catalogs) =>
  (await ask('/c', accepted, offered)).headers['content-language']

describe('the language of an answer where requests choose (docs/http-answers.md, Language)', () => {
  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['de-AT, de;q=0.9', 'de'],
    ['de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7', 'de'],
    ['de-Latn-CH-1996', 'de'],
    ['pt', 'pt-BR'],
    ['pt-BR', 'pt-BR'],
    ['pt-br', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['es-419', 'es'],
    ['es-MX, de', 'es'],
    ['fr, es;q=0.5', 'es'],
    ['en;q=0.3, de;q=0.5, es;q=0.7', 'es'],
    ['de;q=0, es', 'es'],
    ['de;q=0.001', 'de'],
    [',,de', 'de'],
  ])('is the best match: %s results in %s', async (accepted, tag) => {
    expect(await languageFor(accepted)).toBe(tag)
  })

  it.each([
    'en',
    'en-GB, de',
    'en, de',
    'fr',
    'fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5',
    'fr, *;q=0.5',
    '*',
    'de;q=0',
    'de;q=0, *',
    'de;q=high',
    'deutsch',
    'de_AT',
    ';;;',
    '"',
    '-',
    '__proto__',
    'constructor',
    'a,'.repeat(4000),
    `de,${' '.repeat(1000)}fr`,
    `a${'-'.repeat(15_000)}`,
  ])('is English for %s', async accepted => {
    expect(await languageFor(accepted)).toBe('en')
  })

  it('is English by default, and without catalogs', async () => {
    expect(await languageFor()).toBe('en')
    expect((await request(createApp(test.site)).get('/c').set('Accept-Language', 'de')).headers).toMatchObject({
      'content-language': 'en',
    })
  })

  it('with regional variants is the requested variant, or the first if only the language is requested', async () => {
    const both = { 'pt-BR': {}, 'pt-PT': {}, 'en-GB': {} }
    expect(await Promise.all(['pt-PT', 'pt', 'pt-AO', 'en-GB', 'en'].map(range => languageFor(range, both)))).toEqual([
      'pt-PT',
      'pt-BR',
      'pt-BR',
      'en-GB',
      'en',
    ])
  })

  it('is English if a catalog overrides English texts', async () => {
    const { body, headers } = await ask('/c', 'fr', { en: { Page: 'Leaf' } })
    expect([body.type_title, headers['content-language']]).toEqual(['Leaf', 'en'])
  })
})

describe('an answer in another language', () => {
  it('contains titles and messages from the catalog, and English text for missing entries', async () => {
    expect((await ask('/c', 'de')).body.type_title).toBe('Seite')
    expect((await ask('/nope', 'de').expect(404)).body.message).toBe('Hier ist nichts.')
    expect((await ask('/nope', 'es').expect(404)).body.message).toBe(translateEnglish({ id: 'content.missing' }))
  })

  it('translates validation errors in Python syntax too, including quotation marks', async () => {
    const app = createApp(test.site, { catalogs })
    const sent = request(app).post('/').auth('max', password).set('Accept-Language', 'de').send({ '@type': 'Document' })
    const { body } = await sent.expect(400)
    expect(body.errors).toEqual([{ field: 'title', message: "Das fehlt: d'rum so." }])
    expect(body.message).toBe(`[{'message': "Das fehlt: d'rum so.", 'field': 'title', 'error': 'ValidationError'}]`)
  })

  it('depends only on the request, not on earlier requests', async () => {
    const app = createApp(test.site, { catalogs })
    const titles = ['de', 'en', 'pt', 'de'].map(async range => {
      const { body } = await request(app).get('/c').set('Accept-Language', range)
      return body.type_title
    })
    expect(await Promise.all(titles)).toEqual(['Seite', 'Page', 'Página', 'Seite'])
  })
})

describe('the Vary header', () => {
  it('contains Accept-Language for JSON, including refusals', async () => {
    for (const path of ['/c', '/nope', '/%', '/c?b_size=x'])
      expect((await ask(path, 'de')).headers).toMatchObject({
        vary: 'Authorization, Accept-Language',
        'content-language': 'de',
      })
  })

  it('preserves entries of the application', async () => {
    const app = express()
      .use((_, res, next) => {
        res.vary('Origin')
        next()
      })
      .use(createRouter(test.site, { catalogs }))
    const { headers } = await request(app).get('/c').set('Accept-Language', 'de')
    expect(headers.vary).toBe('Origin, Authorization, Accept-Language')
  })

  it('omits the language if there is no text: redirects, empty answers, files', async () => {
    const app = createApp(test.site, { catalogs })
    const file = { '@type': 'File', id: 'f', file: { data: 'aGk=', encoding: 'base64', filename: 'f.txt' } }
    await request(app).post('/').auth('max', password).send(file).expect(201)
    const answers = [
      await request(app).get('/old').set('Accept-Language', 'de').expect(302),
      await request(app).get('/f/@@download/file').set('Accept-Language', 'de').expect(200),
      await request(app).delete('/f').auth('max', password).set('Accept-Language', 'de').expect(204),
    ]
    for (const { headers } of answers) expect(headers).not.toHaveProperty('content-language')
  })
})

describe('a site with a fixed language', () => {
  let own: TestSite
  let app: Express

  beforeEach(async () => {
    own = await createTestSite()
    await addPublished(own, '/', { '@type': 'Document', id: 'c', title: 'C' })
    app = createApp(own.site, { catalogs })
  })

  const get = (path: string) => request(app).get(path).set('Accept-Language', 'es')

  it('answers in its language, English by default, regardless of the request', async () => {
    const titles = []
    for (const defaultLanguage of ['en', 'de', 'de-AT', 'pt', 'pt-BR', 'fr']) {
      await choose({ defaultLanguage, availableLanguages: [defaultLanguage, 'es'] }, own)
      const { body, headers } = await get('/c').expect(200)
      expect(headers.vary).toBe('Authorization')
      titles.push([defaultLanguage, headers['content-language'], body.type_title])
    }
    expect(titles).toEqual([
      ['en', 'en', 'Page'],
      ['de', 'de', 'Seite'],
      ['de-AT', 'de', 'Seite'],
      ['pt', 'pt-BR', 'Página'],
      ['pt-BR', 'pt-BR', 'Página'],
      ['fr', 'en', 'Page'],
    ])
  })

  it('refuses in its language, even before its first answer', async () => {
    await choose({ defaultLanguage: 'de', availableLanguages: ['de'] }, own)
    const german = { 'access.credentials': 'Falsch.', 'request.malformed': 'Unlesbar.', 'content.missing': 'Nichts.' }
    for (const [path, status, message] of [
      ['/%', 400, 'Unlesbar.'],
      ['/c', 401, 'Falsch.'],
      ['/nope', 404, 'Nichts.'],
    ] as const) {
      app = createApp(own.site, { catalogs: { de: german } })
      const pending = path === '/c' ? get(path).auth('max', 'wrong') : get(path)
      const { body, headers } = await pending.expect(status)
      expect([body.message, headers['content-language'], headers.vary]).toEqual([message, 'de', 'Authorization'])
    }
  })

  it('refuses in English if the settings cannot be read', async () => {
    const isLost = async () => {
      throw new Error('The disk is gone.')
    }
    app = createApp({ ...own.site, languageSettings: isLost }, { catalogs })
    expect((await get('/%').expect(400)).headers['content-language']).toBe('en')
  })

  it('applies a change of its language immediately', async () => {
    expect((await get('/c')).body.type_title).toBe('Page')
    await choose({ defaultLanguage: 'de', availableLanguages: ['de'] }, own)
    expect((await get('/c')).body.type_title).toBe('Seite')
    await choose({ useRequestNegotiation: true, availableLanguages: ['de', 'es'] }, own)
    expect((await get('/c')).body.type_title).toBe('Página')
    expect((await get('/%').expect(400)).headers).toMatchObject({
      'content-language': 'es',
      vary: 'Authorization, Accept-Language',
    })
  })
})

describe('a site that lets requests choose', () => {
  it('chooses among the available languages, and falls back to the language of the site', async () => {
    const own = await createTestSite()
    await addPublished(own, '/', { '@type': 'Document', id: 'c', title: 'C' })
    await choose({ defaultLanguage: 'de', availableLanguages: ['pt', 'de', 'fr'], useRequestNegotiation: true }, own)
    const app = createApp(own.site, { catalogs })
    const languages = []
    for (const range of ['de', 'pt-PT', 'pt', 'es', 'en', 'fr', '*', 'es, pt;q=0.5', 'de;q=0'])
      languages.push((await request(app).get('/c').set('Accept-Language', range)).headers['content-language'])
    expect(languages).toEqual(['de', 'pt-BR', 'pt-BR', 'de', 'de', 'de', 'de', 'pt-BR', 'de'])
  })
})
