import type { Extensions } from '@plenum/core'
import { createApp } from '@plenum/express-adapter'
import { createTestSite, freshStores, type OpenStore, paperType, password, type TestSite } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { openDatabase } from '../database.js'
import { shippedCatalogs } from '../languages/loadCatalogs.js'

const base = 'http://site.example'
const publication = 'simple_publication_workflow'

const extensions: Extensions = { types: [paperType] }
const catalogs = shippedCatalogs()

let test: TestSite
let app: Express

async function begin(openStore: OpenStore): Promise<void> {
  test = await createTestSite({ store: openStore(), extensions, languages: Object.keys(catalogs) })
  app = createApp(test.site, { publicUrl: base, catalogs })
}

type Method = 'get' | 'post' | 'patch'

const send = (method: Method, path: string, language: string) =>
  request(app)[method](path).auth('max', password).set('Accept-Language', language)
const get = (path: string, language: string) => send('get', path, language)
const add = (body: object, language = 'en') => send('post', '/', language).send(body).expect(201)

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('texts in the language of the caller, stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  describe('@history', () => {
    it('translates action, state and transition of the creation', async () => {
      await add({ '@type': 'Document', id: 'page', title: 'Page' })
      const creation = async (language: string) => (await get('/page/@history', language).expect(200)).body.at(-1)
      expect(await creation('es')).toMatchObject({
        action: 'Crear',
        state_title: 'Privado',
        transition_title: 'Crear',
        review_state: 'private',
      })
      expect(await creation('de')).toMatchObject({ action: 'Erzeugen', state_title: 'Privat' })
      expect(await creation('pt')).toMatchObject({ action: 'Criar', state_title: 'Privado' })
    })

    it('translates transitions, but never their ids', async () => {
      await add({ '@type': 'Document', id: 'page', title: 'Page' })
      test.clock.now += 60_000
      await send('post', '/page/@workflow/submit', 'de').expect(200)
      const [newest] = (await get('/page/@history', 'pt-BR')).body
      expect(newest).toMatchObject({
        action: 'submit',
        transition_title: 'Submeter para publicação',
        state_title: 'Revisão pendente',
        review_state: 'pending',
      })
    })
  })

  describe('@workflow', () => {
    it('titles a workflow by its label, or by its own title', async () => {
      await add({ '@type': 'Paper', id: 'paper', title: 'Paper' })
      const titles = async (language: string) => {
        const { chain } = (await get('/paper/@workflow', language).expect(200)).body
        return chain.map(({ title }: { title: string }) => title)
      }
      expect(await titles('en')).toEqual(['Simple Publication Workflow', 'Translation status'])
      expect(await titles('es')).toEqual(['Flujo sencillo de publicación', 'Estado de la traducción'])
    })

    it('translates states and transitions', async () => {
      await add({ '@type': 'Profile', id: 'ada', title: 'Ada', email: 'ada@example.org' })
      const { chain, state, transitions } = (await get('/ada/@workflow', 'es')).body
      expect(state).toEqual({ id: 'private', title: 'Privado' })
      expect(transitions.map(({ title }: { title: string }) => title)).toEqual(['Publicar', 'Enviar para publicación'])
      expect(chain[1]).toMatchObject({
        state: { id: 'pending', title: 'Pendiente' },
        transitions: [{ title: 'Activar' }],
      })
    })
  })

  it('translates state vocabularies, with the titles of workflow and state', async () => {
    const terms = async (name: string, language: string) =>
      (await get(`/@vocabularies/${name}?b_size=-1`, language).expect(200)).body.items
    expect(await terms('collective.multiworkflow.vocabularies.WorkflowStates', 'de')).toContainEqual({
      token: 'foundation_member_workflow|lapsed',
      title: 'Mitgliedschaft: Erloschen',
    })
    expect(await terms('plone.app.vocabularies.WorkflowStates', 'pt')).toContainEqual({
      token: 'private',
      title: 'Privado [private]',
    })
  })

  describe('refusals', () => {
    const nowhere = async (language: string) => {
      await add({ '@type': 'Document', id: 'page', title: 'Page' })
      return (await send('post', '/page/@workflow/nope', language).expect(400)).body.error
    }

    it('are translated for a transition', async () => {
      const message = 'Kein Workflow bietet die Aktion „nope“ an.'
      expect(await nowhere('de')).toEqual({ type: 'WorkflowException', message })
    })

    it('are translated for a transition to Portuguese', async () => {
      const message = 'Nenhum fluxo de trabalho oferece a ação “nope”.'
      expect(await nowhere('pt-PT')).toEqual({ type: 'WorkflowException', message })
    })

    it.each([
      ['de-AT', 'Benutzername und Passwort passen nicht zusammen.'],
      ['pt', 'O nome de usuário e a senha não conferem.'],
    ])('for wrong credentials are in %s', async (language, message) => {
      const { body } = await get('/', language).auth('max', 'wrong').expect(401)
      expect(body).toEqual({ type: 'Unauthorized', message, context: null })
    })

    it.each([
      ['de', 'Sie haben keine Berechtigung, auf diese Ressource zuzugreifen.'],
      ['pt-BR', 'Você não tem autorização para acessar este recurso.'],
    ])('for a private page are in %s', async (language, message) => {
      await add({ '@type': 'Document', id: 'page', title: 'Page' })
      const { body } = await request(app).get('/page').set('Accept-Language', language).expect(401)
      expect(body).toMatchObject({ type: 'Unauthorized', message })
    })

    it.each([
      ['de', 'Eine erforderliche Angabe fehlt.', 'Der Inhalt der Anfrage muss ein JSON-Objekt sein.'],
      ['pt-BR', 'Falta uma informação obrigatória.', 'O corpo da requisição deve ser um objeto JSON.'],
    ])('for values and bodies are in %s', async (language, required, malformed) => {
      const { body } = await send('post', '/', language).send({ '@type': 'Document' }).expect(400)
      expect(body).toMatchObject({ type: 'BadRequest', errors: [{ field: 'title', message: required }] })
      expect(body.message).toBe(`[{'message': '${required}', 'field': 'title', 'error': 'ValidationError'}]`)
      const sent = send('post', '/', language).set('Content-Type', 'application/json')
      expect((await sent.send('{').expect(400)).body.message).toBe(malformed)
    })

    it('with an error in a nested row are in a single language', async () => {
      const body = { tracks: [{ id: 'web', title: 'Web', color: 'blue' }] }
      const { errors } = (await send('patch', '/', 'de').send(body).expect(400)).body
      expect(errors).toEqual([
        { field: 'tracks', message: 'Zeile 1: color: Hier wird eine Farbe wie #0083be erwartet.' },
      ])
    })

    it('have Content-Language and Vary', async () => {
      const { headers } = await get('/nowhere', 'de-CH').expect(404)
      expect(headers).toMatchObject({ 'content-language': 'de', vary: 'Authorization, Accept-Language' })
    })
  })

  describe('stored texts', () => {
    it('are the same, regardless of the language in which they were sent', async () => {
      await add({ '@type': 'Document', id: 'page', title: 'Page' }, 'de')
      await send('post', '/page/@workflow/publish', 'es').expect(200)
      const { body } = await get('/page/@history', 'en')
      const texts = body.map((entry: Record<string, string>) => [entry.action, entry.comments, entry.state_title])
      expect(texts).toEqual([
        ['publish', '', 'Published'],
        ['Edited', 'Initial version', undefined],
        ['Create', '', 'Private'],
      ])
      const items = (await get(`/@search?workflow_states=${publication}|published`, 'en')).body.items
      expect(items).toMatchObject([{ title: 'Page', type_title: 'Page' }])
    })

    it('except the comment of a revert are in the language of their author', async () => {
      await add({ '@type': 'Document', id: 'page', title: 'Page' })
      await send('patch', '/page', 'en').send({ title: 'Leaf' }).expect(204)
      const { body } = await send('patch', '/page/@history', 'es').send({ version: 0 }).expect(200)
      expect(body.message).toBe('Page se ha revertido a la versión 0.')
      const [newest] = (await get('/page/@history', 'en')).body
      expect(newest).toMatchObject({ action: 'Edited', comments: 'Revertido a la versión 0' })
    })
  })
})
