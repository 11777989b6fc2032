import { createHmac } from 'node:crypto'
import type { TokenKey, Tokens } from '@plenum/core'

const signatureOf = (text: string, { id, secret }: TokenKey): string =>
  createHmac('sha256', secret).update(`${id}.${text}`).digest('base64url')

/** The tokens of test sites, which consist of claims and a signature. */
export const plainTokens: Tokens = {
  lifetime: 12 * 60 * 60 * 1000,
  sign: async (claims, key) => {
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
    return `${text}.${signatureOf(text, key)}`
  },
  read: async (token, keys) => {
    const [text = '', signature = ''] = token.split('.')
    const isOurs = keys.some(key => signatureOf(text, key) === signature)
    return isOurs ? JSON.parse(Buffer.from(text, 'base64url').toString()) : null
  },
}
