import { hash } from 'node:crypto'

/** SHA-256 in base64url, for example as the `digest` of `createMemoizer`. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content, 'base64url')
