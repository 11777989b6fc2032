import { createInterface } from 'node:readline'
import { read } from 'read'

/** Asks for a password without showing it. When the input is no terminal, its first line is the password. */
export async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) return read({ prompt: 'Password: ', silent: true })
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
