import { createInterface } from 'node:readline/promises'
import { read } from 'read'
import { StartError } from '../startError.js'

export type Prompt = (question: string) => Promise<string>

export const promptAtTerminal: Prompt | null = process.stdin.isTTY
  ? async question => {
      const terminal = createInterface({ input: process.stdin, output: process.stderr })
      return terminal.question(question).finally(() => terminal.close())
    }
  : null

export const isYes = (answer: string): boolean => /^y(es)?$/i.test(answer.trim())

export async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) return promptTwice(prompt => read({ prompt, silent: true }))
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

/** Prompts for a password twice, because the user cannot see typing errors. */
export async function promptTwice(readLine: (prompt: string) => Promise<string>): Promise<string> {
  const password = await readLine('Password: ')
  if ((await readLine('Repeat password: ')) === password) return password
  throw new StartError('The passwords do not match; nothing was changed.')
}
