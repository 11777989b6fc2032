import { createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import request from 'supertest'
import { createApp } from './createApp.js'

let test: TestSite
let app: ReturnType<typeof createApp>

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site, { publicUrl: 'http://cms.example' })
})

function ask(method: 'get' | 'patch', path: string, as?: TestUser) {
  const sent = request(app)[method](path)
  return as === undefined ? sent : sent.auth(as, password)
}

const png = Buffer.from(
  '89504e470d0a1a0a0000000d4948445200000001000000010806000000' +
    '1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082',
  'hex',
)
const logo = `filenameb64:${Buffer.from('logo.png').toString('base64')};datab64:${png.toString('base64')}`

describe('control panels over HTTP', () => {
  it('are listed and read by administrators, with 401 for all others', async () => {
    expect((await ask('get', '/@controlpanels', 'sia').expect(200)).body[0]).toEqual({
      '@id': 'http://cms.example/@controlpanels/site',
      group: 'General',
      title: 'Site',
      searchable_text: [],
    })
    for (const as of [undefined, 'mia', 'edi'] as const)
      for (const path of ['/@controlpanels', '/@controlpanels/usergroup'])
        expect((await ask('get', path, as).expect(401)).body.type).toBe('Unauthorized')
    expect((await ask('get', '/@controlpanels/usergroup', 'sia').expect(200)).body).toMatchObject({
      group: 'Users',
      data: { many_groups: false, many_users: false },
      schema: { fieldsets: [{ fields: ['many_users', 'many_groups'] }] },
    })
  })

  it('are changed with 204, and rejected with 400 and the errors', async () => {
    const panel = '/@controlpanels/site'
    await ask('patch', panel, 'sia').send({ site_title: 'Gulls' }).expect(204, '')
    expect((await ask('get', '/@site').expect(200)).body['plone.site_title']).toBe('Gulls')
    const { body } = await ask('patch', panel, 'sia').send({ site_title: '' }).expect(400)
    expect(body).toMatchObject({ type: 'BadRequest', errors: [{ field: 'site_title' }] })
    await ask('patch', panel, 'edi').send({ site_title: 'Mine' }).expect(401)
    await ask('patch', '/@controlpanels/mail', 'max').send({}).expect(404)
  })
})

describe('the logo of the site over HTTP', () => {
  it('is an image for everyone, at the address in @site and by its own name', async () => {
    await ask('patch', '/@controlpanels/site', 'max').send({ site_logo: logo }).expect(204)
    const address = String((await ask('get', '/@site')).body['plone.site_logo'])
    for (const path of [address.replace('http://cms.example', ''), '/@@site-logo/logo.png']) {
      const { body, headers } = await ask('get', path).expect(200)
      expect(body).toEqual(png)
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': "inline; filename*=UTF-8''logo.png",
        'content-security-policy': expect.stringContaining('sandbox'),
      })
      await ask('get', path)
        .set('If-None-Match', headers.etag ?? '')
        .expect(304)
    }
  })

  it('is 404 if it does not exist', async () => {
    await ask('get', '/@@site-logo/logo.png').expect(404)
  })
})

describe('the system over HTTP', () => {
  it.each(['@system', '@database', '@transactions', '@addons', '@upgrade'])(
    'at %s requires Manage portal',
    async name => {
      await ask('get', `/${name}`).expect(401)
      await ask('get', `/${name}`, 'sia').expect(401)
      await ask('get', `/${name}`, 'max').expect(200)
    },
  )
})
