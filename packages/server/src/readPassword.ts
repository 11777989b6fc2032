import { createInterface } from 'node:readline'
import { read } from 'read'
import { StartError } from './startError.js'

/** Asks for a password without showing it. When the input is no terminal, its first line is the password. */
export async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) return askTwice(prompt => read({ prompt, silent: true }))
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

/** What is typed blindly is easily mistyped. */
export async function askTwice(ask: (prompt: string) => Promise<string>): Promise<string> {
  const password = await ask('Password: ')
  if ((await ask('Repeat password: ')) === password) return password
  throw new StartError('The passwords do not match; nothing was changed.')
}
