import type { RequestListener } from 'node:http'
import request from 'supertest'
import { type HttpClient, httpClient } from '../httpClient.js'

export interface PeopleClient extends Pick<HttpClient, 'send'> {
  /** Returns the status of the response to a request with a user name and a password. */
  statusWith(name: string, secret: string): Promise<number>
  /** Returns the status of the response to a request with a token of the user mia. */
  statusOfToken(token: string): Promise<number>
}

export function peopleClient(app: RequestListener): PeopleClient {
  return {
    send: httpClient(app).send,
    statusWith: async (name, secret) => (await request(app).get(`/@users/${name}`).auth(name, secret)).status,
    statusOfToken: async token =>
      (await request(app).get('/@users/mia').set('Authorization', `Bearer ${token}`)).status,
  }
}
