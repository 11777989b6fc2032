import { mkdirSync, writeFileSync } from 'node:fs'
import { machine } from './machine.mjs'

const directory = new URL('../results/', import.meta.url)

/**
 * Prints a table of results. `columns` contains `{ key, title, digits? }` for the cells in `rows`. Strings are
 * left-aligned. `notes` contains sentences that are printed below the table.
 */
export function showResults({ title, columns, rows, notes = [] }) {
  console.log(`\n${[title, settingOf(machine()), tableOf(columns, rows), ...notes].join('\n\n')}`)
}

/** Prints results, and writes them to `results/NAME.json`, `.md` and, if `chart` is given, `.svg`. */
export function writeResults(name, results) {
  const { title, columns, rows, notes = [], chart } = results
  const on = machine()
  mkdirSync(directory, { recursive: true })
  const write = (ending, text) => writeFileSync(new URL(`${name}.${ending}`, directory), `${text}\n`)
  write('json', JSON.stringify({ title, ...on, rows }, null, 2))
  write('md', [`# ${title}`, settingOf(on), tableOf(columns, rows), ...notes].join('\n\n'))
  if (chart) write('svg', chart(settingOf(on)))
  showResults(results)
}

const settingOf = ({ date, machine, node, system }) => `${date}, ${machine}, Node ${node}, ${system}`

function tableOf(columns, rows) {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map(row => columns.map(({ key, digits = 0 }) => wordOf(row[key], digits))),
  ]
  const isText = columns.map(({ key }) => rows.some(row => typeof row[key] === 'string'))
  const widths = columns.map((_, i) => Math.max(3, ...cells.map(row => row[i].length)))
  const lineOf = row =>
    `| ${row.map((cell, i) => (isText[i] ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (isText[i] ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  const [head, ...body] = cells.map(lineOf)
  return [head, rule, ...body].join('\n')
}

const wordOf = (value, digits) => (typeof value === 'number' ? value.toFixed(digits) : (value ?? ''))
