import type { Offence, TextFile } from './offence.js'

const reference = /docs\/(?:[\w-]+\/)?[\w-]+\.md(?:, )?/g
/** Matches references to documents that are not in the repository. */
const elsewhere = /\b(?:decisions, section|specification \d|(?:workflow|polls|schedule|memoize|rest-layer) sheet)/

/**
 * Checks that `docs/` contains every rule that a comment or title cites, for example `docs/polls.md, Voting, rule 3`.
 */
export function referenceOffences(sources: readonly TextFile[], texts: readonly TextFile[]): Offence[] {
  const pages = new Map(texts.map(({ path, text }) => [path, readPage(text)]))
  return sources.flatMap(({ path, text }) => {
    const flat = inOneLine(text)
    const wrong = [...flat.matchAll(reference)].flatMap(({ 0: named, index }) => {
      const why = whyWrong(pages.get(named.replace(', ', '')), flat.slice(index + named.length), named.endsWith(', '))
      return why === null ? [] : [{ place: path, what: `names ${flat.slice(index, index + 60)}`, why }]
    })
    const absent = elsewhere.exec(flat)?.[0]
    return absent === undefined ? wrong : [...wrong, { place: path, what: `names ${absent}`, why: 'it is not here' }]
  })
}

const namedPath = /`((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|css|js))`/g

/** Checks that each path in the given documents refers to an existing file. Leading folders may be omitted. */
export function pathOffences(documents: readonly TextFile[], files: readonly TextFile[]): Offence[] {
  const exists = (name: string): boolean => files.some(({ path }) => `/${path}`.endsWith(`/${name}`))
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(namedPath)]
      .filter(([, name = '']) => !exists(name))
      .map(([, name]) => ({ place: path, what: `names ${name}`, why: 'there is no such file' })),
  )
}

type Page = ReadonlyMap<string, number>

function readPage(text: string): Page {
  const [, ...parts] = text.split(/^## /m)
  return new Map(
    parts.map(part => {
      const [heading = '', ...lines] = part.split('\n')
      return [heading.trim(), lines.filter(line => /^\d+\. /.test(line)).length]
    }),
  )
}

/** Joins lines, because comments and string literals may continue on the next line. */
const inOneLine = (text: string): string => text.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')

function whyWrong(page: Page | undefined, after: string, namesHeading: boolean): string | null {
  if (page === undefined) return 'there is no such page'
  if (!namesHeading) return null
  const heading = [...page.keys()].filter(name => after.startsWith(name)).toSorted((a, b) => b.length - a.length)[0]
  if (heading === undefined) return 'the page has no such heading'
  const rule = /^, rules? (\d+)/.exec(after.slice(heading.length))?.[1]
  return rule === undefined || Number(rule) <= (page.get(heading) ?? 0) ? null : 'the heading has no such rule'
}
