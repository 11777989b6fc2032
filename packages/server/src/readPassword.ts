import { createInterface } from 'node:readline'
import { read } from 'read'
import { StartError } from './startError.js'

/**
 * Asks twice for a password without showing it, or takes the first line of an input that is no terminal. Throws a
 * StartError when the two differ.
 */
export async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) return askTwice(prompt => read({ prompt, silent: true }))
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

/** What is typed blindly is easily mistyped. */
export async function askTwice(ask: (prompt: string) => Promise<string>): Promise<string> {
  const password = await ask('Password: ')
  if ((await ask('Once more: ')) === password) return password
  throw new StartError('The two passwords are not the same; nothing was changed.')
}
