import { createHash } from 'node:crypto'

/** SHA-256 in URL-safe characters: what `createMemoizer` of core takes as `digest`. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url')
}
