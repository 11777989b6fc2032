import { hash } from 'node:crypto'

/** Returns the SHA-256 digest in base64url, for example for the `digest` option of `createMemoizer`. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content, 'base64url')
