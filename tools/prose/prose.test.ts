import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const textlint = path.join(root, 'node_modules/textlint/bin/textlint.js')

/**
 * Returns the problems that textlint finds with textlintrc.json, in the form `path:line:column: reason`, or an empty
 * string.
 */
function problemsOf(files: readonly string[]): string {
  const words = [textlint, '--config', path.join(import.meta.dirname, 'textlintrc.json'), '--format', 'unix', ...files]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  if (stderr !== '' || status === null || status > 1) throw new Error(`textlint failed: ${stderr}`)
  return stdout
}

function documents(): string[] {
  const pages = ['', 'tutorials', 'how-to', 'reference', 'explanation'].flatMap(folder =>
    readdirSync(path.join(root, 'docs', folder))
      .filter(name => name.endsWith('.md'))
      .map(name => path.join('docs', folder, name)),
  )
  const packages = readdirSync(path.join(root, 'packages'))
  return [
    ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md'],
    ...pages,
    ...packages.map(name => `packages/${name}/README.md`),
  ]
}

// The linter takes a few seconds, and several times as long on a busy machine.
jest.setTimeout(120_000)

describe('documents', () => {
  it('pass the prose linter', () => {
    expect(problemsOf(documents())).toBe('')
  })
})

describe('the prose linter', () => {
  let folder = ''

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'prose-'))
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  it('reports each kind of wrong sentence with its line', () => {
    const file = path.join(folder, 'wrong.md')
    writeFileSync(file, `${wrongSentences.map(([sentence]) => sentence).join('\n\n')}\n`)
    const problems = problemsOf([file])
    wrongSentences.forEach(([, reason], i) => {
      expect(problems).toMatch(new RegExp(`wrong\\.md:${i * 2 + 1}:.*${reason}`))
    })
  })

  it('accepts terms of this project, and questions', () => {
    const file = path.join(folder, 'right.md')
    writeFileSync(
      file,
      [
        'The indexes of a front end have ids.',
        'The id is checked at run time. Who reads it? Editors do.',
        'The endpoint mails a token through a mail server. The permit is for long requests.',
        'Each row replaces the row above by default.',
      ].join('\n\n'),
    )
    expect(problemsOf([file])).toBe('')
  })
})

const wrongSentences = [
  ['The javascript of a page is small.', 'use “JavaScript”'],
  [`The service ${'reads, '.repeat(40)}and writes.`, 'exceeds the maximum sentence length'],
  ['The service answers (with 404.', 'Cannot find a pairing character'],
  ['The service starts. What is missing is reported.', 'A sentence begins with its subject'],
  ['Kept are answers with status 200.', 'Subject before verb'],
  ['A missing object is 404.', 'A request gets a status'],
  ['The form is for who is logged in.', 'Name the thing or the person'],
  ['The transaction stays open for long.', 'for a long time'],
  ['The former version answers reads.', 'previous'],
  ['The service replaces the hash by another one.', 'replaces … with'],
  ['Another process of Plenum is connected.', 'Write a compound'],
  ['The user gets a mail with a link.', 'Write “email”'],
  ['The command deletes the copy at its end.', 'when it finishes'],
  ['The cache contains stand-ins.', 'placeholder'],
  ['The table has the figures.', 'Write “contains”'],
  ['The platform provides HTML cleaning.', 'Write “sanitize”'],
  ['The rule depends on the present day.', 'Write “current”'],
  ['The prefix counts as a word.', 'is counted as'],
  ['Shareable are dates and errors.', 'Dates are shareable'],
  ['The answer contains the results.', 'Write “response”'],
  ['Implemented in two packages.', 'Say what implements the rules'],
  ['It shows records to everybody who may view the object.', 'Name the actor'],
  ['A backup contains the site as of one moment.', 'a snapshot of'],
  ['A caller adds an event in several events mode.', 'Name the setting'],
] as const
