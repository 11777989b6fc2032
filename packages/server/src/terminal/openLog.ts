import { type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '../config.js'
import type { LogLines } from '../logLines.js'

interface LogOptions {
  readonly level: Config['logLevel']
  readonly base: Readonly<Record<string, unknown>> | null
}

/**
 * The format of log lines. Levels are names such as `error`, and times are in ISO 8601 format in UTC, so that log
 * processors need not convert levels and times.
 */
export const logFormat: LoggerOptions = {
  timestamp: isoTime(),
  formatters: { level: name => ({ level: name }) },
}

/**
 * Returns a function that writes the current time as the `time` key of a log line. Lines in the same millisecond share
 * the string, because formatting a time takes about as long as formatting the rest of a line.
 */
function isoTime(): () => string {
  let last = { at: Number.NaN, text: '' }
  return () => {
    const at = Date.now()
    if (at !== last.at) last = { at, text: `,"time":"${new Date(at).toISOString()}"` }
    return last.text
  }
}

/**
 * Opens the log, which contains one JSON object per line or, on a terminal, human-readable lines (docs/operate.md, The
 * log).
 */
export async function openLog(lines: LogLines, { level, base }: LogOptions): Promise<Logger> {
  const options = { level, base, ...logFormat }
  if (!process.stdout.isTTY) return pino(options, lines)
  const toText = await humanLines(process.stdout.hasColors?.() === true && process.env.NO_COLOR === undefined)
  return pino(options, { write: line => lines.write(toText(line)) })
}

/**
 * Returns a function that converts a JSON line to a readable line such as `23:40:01 INFO GET /@schedule 200 12.1 ms`.
 */
export async function humanLines(colorize: boolean): Promise<(line: string) => string> {
  const { prettyFactory } = (await import('pino-pretty')).default
  const toText = prettyFactory({
    colorize,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,method,path,status,ms',
    messageFormat: (line, key) => (line[key] === 'request' ? requestText(line) : String(line[key])),
    customPrettifiers: { time: time => String(time).replace(/^\[|\]$/g, '') },
  })
  return line => toText(withoutId(line)) ?? ''
}

const requestText = ({ method, path, status, ms }: Readonly<Record<string, unknown>>): string =>
  `${method} ${withoutControls(path)} ${status} ${ms} ms`

const withoutControls = (path: unknown): string => JSON.stringify(path).slice(1, -1)

/** Removes the request id, which is useful only if the service has failed. */
function withoutId(line: string): string | object {
  const entry = JSON.parse(line)
  if (entry.msg !== 'request' || entry.status >= 500) return entry
  const { id: _, ...rest } = entry
  return rest
}
