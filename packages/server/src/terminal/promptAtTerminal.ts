import { createInterface } from 'node:readline/promises'

/** Asks a person a question and returns the answer. */
export type Prompt = (question: string) => Promise<string>

/** Prompts at the terminal; null without a terminal. */
export const promptAtTerminal: Prompt | null = process.stdin.isTTY
  ? async question => {
      const terminal = createInterface({ input: process.stdin, output: process.stderr })
      return terminal.question(question).finally(() => terminal.close())
    }
  : null

/** Whether the answer to a `[y/N]` question is yes. */
export const isYes = (answer: string): boolean => /^y(es)?$/i.test(answer.trim())
