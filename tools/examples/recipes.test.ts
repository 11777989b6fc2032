import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import type { Member } from '@plenum/core'
import { eventually } from '@plenum/testkit'
import request from 'supertest'
import { openRecipes } from '../../examples/recipes.js'
import { linesOf } from './linesOf.js'

const ana: Member = { kind: 'member', id: 'ana', fullname: 'Ana', roles: ['Manager'], groups: [] }
const password = 'Secret-password-1'

describe('examples/recipes.ts', () => {
  it('has fewer than 72 lines without blank lines and comments', () => {
    expect(linesOf('recipes.ts')).toBeLessThan(72)
  })

  it('scales recipes over HTTP and in the program, and reports transitions to another service', async () => {
    const received: unknown[] = []
    const receiver = createServer(async (req, res) => {
      received.push(await json(req))
      res.end()
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => receiver.once('listening', resolve))
    const { port } = receiver.address() as AddressInfo
    const directory = mkdtempSync(path.join(tmpdir(), 'plenum-recipes-'))
    const { site, app } = await openRecipes(path.join(directory, 'recipes.sqlite'), `http://127.0.0.1:${port}`)
    try {
      await site.deliverChanges('webhook')
      await site.createUser({ username: 'ana', password, email: 'ana@garden.example', roles: ['Manager'] })
      const { content, recipes } = site.as(ana)
      const { path: soup } = await content.create('/', { '@type': 'Recipe', title: 'Soup', portions: 4 })
      expect(await recipes.scale(soup, { times: 3 })).toEqual({ portions: 12 })
      const post = () => request(app).post('/soup/@scale').auth('ana', password)
      expect((await post().send({ times: 2 }).expect(200)).body).toEqual({ portions: 24 })
      expect((await post().send({ times: 9 }).expect(400)).body.message).toContain('at most 50 portions')
      await request(app).post('/soup/@scale').send({ times: 2 }).expect(401)
      await content.transition(soup, 'publish')
      await eventually('the receiver knows the new state', () => received.length > 0)
      expect(received[0]).toMatchObject({ path: '/soup', state: 'published' })
    } finally {
      await site.close()
      receiver.closeAllConnections()
      receiver.close()
      rmSync(directory, { recursive: true })
    }
  })
})
