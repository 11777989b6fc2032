import { createInterface } from 'node:readline'
import { read } from 'read'

/** Asks for a password without showing it, or takes the first line of an input that is no terminal. */
export async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) return read({ prompt: 'Password: ', silent: true })
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
