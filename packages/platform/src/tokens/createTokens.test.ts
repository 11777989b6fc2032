import { createHmac } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { createTokens } from './createTokens.js'

const key = { id: 'k1', secret: 'a'.repeat(64) }
const other = { id: 'k2', secret: 'b'.repeat(64) }
const claims = { sub: 'ana', fullname: 'Ana Weiß', iat: 1_800_000_000.123, exp: 1_800_043_200, sid: 's', epoch: 'e' }
const tokens = createTokens()

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signedWith(header: object, secret: string): string {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

describe('tokens', () => {
  it('are JWTs with HS256 and the id of their key, and last 12 hours by default', async () => {
    const token = await tokens.sign(claims, key)
    expect(jwt.decode(token, { complete: true })).toMatchObject({
      header: { alg: 'HS256', typ: 'JWT', kid: 'k1' },
      payload: claims,
    })
    expect(tokens.lifetime).toBe(12 * 60 * 60 * 1000)
    expect(createTokens(1000).lifetime).toBe(1000)
  })

  it('are read with any of the keys, at any time', async () => {
    expect(await tokens.read(await tokens.sign(claims, key), [other, key])).toEqual(claims)
    const over = { ...claims, iat: 1, exp: 2 }
    expect(await tokens.read(await tokens.sign(over, other), [other, key])).toEqual(over)
  })

  it('are rejected if their key is unknown or has the id of another key', async () => {
    expect(await tokens.read(await tokens.sign(claims, key), [other])).toBeNull()
    expect(await tokens.read(await tokens.sign(claims, key), [])).toBeNull()
    expect(await tokens.read(await tokens.sign(claims, { ...other, id: 'k1' }), [key])).toBeNull()
  })

  it('are rejected if one character is changed', async () => {
    const token = await tokens.sign(claims, key)
    for (const at of [5, token.indexOf('.') + 5, token.lastIndexOf('.') + 5]) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      expect(await tokens.read(changed, [key])).toBeNull()
    }
  })

  it.each(['none', 'None', 'HS384', 'HS512', 'RS256', 'ES256', 'constructor', undefined, null, ['HS256']])(
    'are rejected with the algorithm %j',
    async alg => {
      const header = { alg, typ: 'JWT', kid: 'k1' }
      expect(await tokens.read(signedWith(header, key.secret), [key])).toBeNull()
      expect(await tokens.read(`${encode(header)}.${encode(claims)}.`, [key])).toBeNull()
    },
  )

  it('with another algorithm are rejected, even if their signature is valid', async () => {
    for (const algorithm of ['HS384', 'HS512'] as const)
      expect(await tokens.read(jwt.sign(claims, key.secret, { algorithm, keyid: 'k1' }), [key])).toBeNull()
    expect(await tokens.read(signedWith({ alg: 'HS256', typ: 'JWT', kid: 'k1' }, key.secret), [key])).toEqual(claims)
  })

  it.each([
    '',
    '.',
    '..',
    'a.b.c',
    'e30.e30.',
    'e30.e30.e30',
    `${encode({ alg: 'HS256', typ: 'JWT', kid: 'k1' })}.e.x`,
  ])('are rejected if malformed: %j', async text => expect(await tokens.read(text, [key])).toBeNull())
})
