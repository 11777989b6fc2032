import { createInterface } from 'node:readline/promises'

/** Puts a question to a person and gives the answer. */
export type Ask = (question: string) => Promise<string>

/** Asks at the terminal; null where there is none. */
export const askAtTerminal: Ask | null = process.stdin.isTTY
  ? async question => {
      const terminal = createInterface({ input: process.stdin, output: process.stderr })
      return terminal.question(question).finally(() => terminal.close())
    }
  : null

/** Whether an answer to a question that ends with `[y/N]` is yes. */
export const isYes = (answer: string): boolean => /^y(es)?$/i.test(answer.trim())
