import { createInterface } from 'node:readline'
import { read } from 'read'
import { StartError } from './startError.js'

/** Prompts for a password without echoing it. If the input is not a terminal, its first line is the password. */
export async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) return promptTwice(prompt => read({ prompt, silent: true }))
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

/** Without an echo, typing errors go unnoticed. */
export async function promptTwice(readLine: (prompt: string) => Promise<string>): Promise<string> {
  const password = await readLine('Password: ')
  if ((await readLine('Repeat password: ')) === password) return password
  throw new StartError('The passwords do not match; nothing was changed.')
}
