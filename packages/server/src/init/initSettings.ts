import { writeFileSync } from 'node:fs'
import { ConfigError, readConfig } from '../config.js'
import type { Environment } from '../settings/recordReads.js'
import { StartError } from '../startError.js'
import type { Prompt } from '../terminal/promptAtTerminal.js'
import { type Answers, type Question, questions } from './questions.js'

export interface Questioner {
  /** The function that prompts for an answer, or null if the program does not run at a terminal. */
  readonly prompt: Prompt | null
  /** Whether the default answers are used without prompting. */
  readonly takesDefaults: boolean
  say(line: string): void
}

type Settings = Readonly<Record<string, string>>

/**
 * Prompts for the missing answers, and returns the settings that result from all answers. Rejects with a ConfigError or
 * a StartError if an answer is invalid. Rejects with a StartError if an answer is missing and the program can neither
 * prompt for it nor use the default.
 */
export async function settingsFor(answers: Answers, questioner: Questioner): Promise<Settings> {
  const settings: Record<string, string> = {}
  for (const question of questions) {
    const answer = answers[question.key]
    if (answer === undefined) Object.assign(settings, await promptFor(question, settings, questioner))
    else {
      const problem = wrongAnswer(question, answer)
      if (problem) throw new StartError(`${flagOf(question.key)}: ${problem}`)
      Object.assign(settings, question.settings(answer, settings))
    }
  }
  readConfig(settings)
  return settings
}

/**
 * Prompts until the answer to a question is valid, and returns the resulting settings. An empty answer stands for the
 * default answer.
 */
async function promptFor(question: Question, earlier: Settings, { prompt, takesDefaults, say }: Questioner) {
  if (takesDefaults) return question.settings(question.usual, earlier)
  if (!prompt) {
    const flags = questions.map(({ key }) => flagOf(key)).join(', ')
    throw new StartError(`Without a terminal, \`plenum init\` requires the flag --yes, or all of ${flags}.`)
  }
  for (;;) {
    const answer = (await prompt(`${question.text} [${question.usual}]: `)).trim() || question.usual
    const settings = question.settings(answer, earlier)
    const wrong = wrongAnswer(question, answer)
    const problems = wrong ? [`The answer ${wrong}`] : problemsOf({ ...earlier, ...settings })
    if (problems.length === 0) return settings
    for (const problem of problems) say(problem)
  }
}

function wrongAnswer({ valid }: Question, answer: string): string | null {
  return valid && !valid.pattern.test(answer) ? `must be ${valid.expected}, not ${JSON.stringify(answer)}.` : null
}

const flagOf = (key: string): string => `--${key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

function problemsOf(settings: Environment): readonly string[] {
  try {
    readConfig(settings)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const comments: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'The base URL of the site.',
  TRUST_PROXY: 'The proxy that terminates TLS runs on this machine.',
  DATA_DIR: 'The directory of the database.',
  LANGUAGE: 'LANGUAGE and EMPTY_SITE only affect the first start. Remove them afterwards.',
  SMTP_URL: 'The mail server, and the sender of emails.',
}

/**
 * Returns the contents of the settings file: lines such as `NAME=value` in a format that Node, systemd and Docker
 * Compose interpret in the same way.
 */
export function settingsText(settings: Settings): string {
  const lines = Object.entries(settings).flatMap(([name, value]) => [
    ...(comments[name] ? ['', `# ${comments[name]}`] : []),
    `${name}=${quoted(name, value)}`,
  ])
  return ['# Settings of Plenum, one per line (docs/configuration.md).', ...lines, ''].join('\n')
}

function quoted(name: string, value: string): string {
  if (/['\r\n]/.test(value)) throw new StartError(`${name}: must contain neither apostrophes nor line breaks.`)
  return /^[\w.:/@%+,=?&-]*$/.test(value) ? value : `'${value}'`
}

/**
 * Writes the settings to a new file. Never replaces an existing file. Only the owner may read the new file, because it
 * can contain passwords.
 */
export function writeSettings(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new StartError(`${file} already exists and was not changed. Specify another file.`)
    throw new StartError(`${file} cannot be written (${code ?? error}).`)
  }
}
