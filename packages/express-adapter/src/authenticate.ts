import { anonymous, type Caller, DomainError, message, type Site } from '@plenum/core'
import type { Request, Response } from 'express'
import basicAuth from 'express-basic-auth'

/**
 * Who sent a request. Basic credentials must be right: a wrong password is never silently anonymous (decisions,
 * section 1). Requests without credentials, or of another scheme, are anonymous; express-basic-auth would refuse them,
 * so it does not see them.
 */
export async function authenticate(site: Pick<Site, 'authenticate'>, req: Request): Promise<Caller> {
  if (!/^basic(\s|$)/i.test(req.headers.authorization ?? '')) return anonymous
  const credentials = await basicCredentials(req)
  const member = credentials && (await site.authenticate(credentials.name, credentials.password))
  if (!member) throw new DomainError('unauthorized', message('access.credentials'), { context: null })
  return member
}

interface Credentials {
  readonly name: string
  readonly password: string
}

/**
 * What express-basic-auth makes of the header; undefined when it refuses it. It gets a stand-in for the response,
 * because its own refusal has neither our body nor our content type.
 */
function basicCredentials(req: Request): Promise<Credentials | undefined> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => resolve(undefined)
    const standIn = { set: () => standIn, status: () => ({ json: refuse, send: refuse }) } as unknown as Response
    const read = basicAuth({
      authorizer: (name: string, password: string) => {
        resolve({ name, password })
        return true
      },
    })
    read(req, standIn, error => {
      if (error) reject(error)
      // What it leaves on the request is the password in plain text.
      Reflect.deleteProperty(req, 'auth')
    })
  })
}
