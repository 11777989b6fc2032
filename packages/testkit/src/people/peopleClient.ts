import type { RequestListener } from 'node:http'
import request from 'supertest'
import { type HttpClient, httpClient } from '../httpClient.js'

/** Sends requests about users and groups. */
export interface PeopleClient extends Pick<HttpClient, 'send'> {
  /** Status of a request by a name and a password for the user of that name. */
  statusWith(name: string, secret: string): Promise<number>
  /** Status of a request by a token for the user mia. */
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
