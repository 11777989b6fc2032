import type { RequestListener } from 'node:http'
import request, { type Response } from 'supertest'
import { formTokenIn } from './plainPages.js'
import { password } from './testSite.js'

const host = 'site.example'
const origin = `http://${host}`

/** The fields of a form. A list contains the values of a repeated field. */
export type SentFields = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Creates a client that uses the pages of an application like a browser: it stores cookies and sends the `Origin`
 * header with forms.
 */
export function pageBrowser(app: RequestListener) {
  const cookies = new Map<string, string>()
  const keep = (answer: Response): Response => {
    for (const cookie of ([] as string[]).concat(answer.headers['set-cookie'] ?? [])) {
      const [pair = ''] = cookie.split(';', 1)
      const [name = '', value = ''] = pair.split('=', 2)
      if (cookie.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const headers = () => ({
    Host: host,
    Accept: 'text/html',
    Cookie: [...cookies].map(pair => pair.join('=')).join('; '),
  })
  const open = async (path: string) => keep(await request(app).get(path).set(headers()))
  const send = async (
    from: string,
    action: string,
    fields: SentFields,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    const token = formTokenIn((await open(from)).text)
    const body = new URLSearchParams()
    for (const [name, values] of Object.entries({ token, came_from: from, ...fields }))
      for (const value of [values ?? []].flat()) body.append(name, value)
    const path = from.split('/@', 1)[0]?.split('?', 1)[0]
    return keep(
      await request(app)
        .post(`${path === '/login' ? '' : path}/@@do/${action}`)
        .set({ ...headers(), Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded', ...more })
        .send(body.toString()),
    )
  }
  const logIn = async (login: string, secret: string = password) => send('/login', 'login', { login, password: secret })
  return { cookies, open, send, logIn }
}
