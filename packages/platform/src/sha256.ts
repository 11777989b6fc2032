import { hash } from 'node:crypto'

/** SHA-256 in URL-safe characters: what `createMemoizer` of core takes as `digest`. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content, 'base64url')
