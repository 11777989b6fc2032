import type { RequestListener, Server } from 'node:http'
import request from 'supertest'
import { password, type TestUser } from './testSite.js'

type Method = 'get' | 'head' | 'post' | 'patch' | 'delete'

/**
 * Creates a client that sends requests to an application as a user of a test site. The methods `get` and `post` use the
 * Manager `max` by default.
 */
export function httpClient(app: RequestListener | Server) {
  const send = (method: Method, path: string, as?: TestUser) => {
    const test = request(app)[method](path)
    return as ? test.auth(as, password) : test
  }
  return {
    send,
    get: (path: string, as: TestUser = 'max') => send('get', path, as),
    post: (path: string, body: object = {}, as: TestUser = 'max') => send('post', path, as).send(body),
  }
}

export type HttpClient = ReturnType<typeof httpClient>
