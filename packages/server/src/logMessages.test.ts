import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/operate.md'), 'utf8')
const [, table = ''] = /\n## The log\n(.*?)\n## /s.exec(page) ?? []
const documented = new Set([...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => namesIn(cell, '`')))

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.includes('.test.'))
  .map(file => readFileSync(path.join(import.meta.dirname, file), 'utf8'))

/**
 * Returns the names of messages: the lowercase words between quotes. Sentences are omitted, because they need no
 * description.
 */
function namesIn(text: string, quote: string): string[] {
  return [...text.matchAll(new RegExp(`${quote}([a-z]+(?: [a-z]+)*)${quote}`, 'g'))].map(([, name = '']) => name)
}

it('each message of the log has a row in docs/operate.md', () => {
  const calls = sources.flatMap(source => source.match(/\b(?:log|logger)\.(?:info|warn|error|fatal)\([^\n]*/g) ?? [])
  const logged = new Set(calls.flatMap(call => namesIn(call, "'")))
  expect(logged.size).toBeGreaterThan(10)
  expect([...logged].filter(name => !documented.has(name))).toEqual([])
})
