import { withoutTrailing } from '@plenum/core'

const address = /[\s,]*([^\s,]\S*)/y
const measures = /(?:\s+([1-9]\d{0,8}w|[1-9]\d{0,8}w\s[1-9]\d{0,8}h|\d{1,9}(?:\.\d{1,9})?x))?\s*(?:,|$)/y

/** The library strips trailing commas in quadratic time, so addresses with this many are removed. */
const tooManyCommas = ','.repeat(100)

/**
 * The valid candidates of a srcset. Invalid ones are removed because sanitize-html would log them; protocol-relative
 * ones are removed too.
 */
export function wellFormedSrcset(srcset: string): string {
  return [...candidatesIn(srcset)]
    .filter(candidate => !candidate.includes(tooManyCommas) && !isProtocolRelative(candidate))
    .join(', ')
}

function* candidatesIn(srcset: string): Generator<string> {
  let at = 0
  for (;;) {
    const [matchedUrl, url = ''] = match(address, srcset, at) ?? []
    if (matchedUrl === undefined) return
    at += matchedUrl.length
    if (url.endsWith(',')) yield withoutTrailing(url, ',')
    else {
      const [matchedDescriptor, measure] = match(measures, srcset, at) ?? []
      if (matchedDescriptor !== undefined) yield measure === undefined ? url : `${url} ${measure}`
      at = matchedDescriptor === undefined ? afterComma(srcset, at) : at + matchedDescriptor.length
    }
  }
}

function afterComma(text: string, at: number): number {
  const comma = text.indexOf(',', at)
  return comma < 0 ? text.length : comma + 1
}

function match(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at
  return form.exec(text)
}

/**
 * Whether a URL has a host but no scheme. Like browsers, treats `\\` as `/` and ignores line breaks and leading blanks.
 * Resources of a page must name their scheme.
 */
export const isProtocolRelative = (address: string): boolean =>
  /^[/\\]{2}/.test(address.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+/, ''))
