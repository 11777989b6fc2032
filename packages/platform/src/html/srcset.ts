import { withoutTrailing } from '@plenum/core'
import { namesHostAlone } from './namesHostAlone.js'

const address = /[\s,]*([^\s,]\S*)/y
const measures = /(?:\s+([1-9]\d{0,8}w|[1-9]\d{0,8}w\s[1-9]\d{0,8}h|\d{1,9}(?:\.\d{1,9})?x))?\s*(?:,|$)/y

/** The library strips trailing commas in quadratic time, so addresses with this many are removed. */
const tooManyCommas = ','.repeat(100)

/**
 * The valid candidates of a srcset. Invalid ones are removed because sanitize-html would log them; protocol-relative
 * ones are removed too.
 */
export function wellFormedSrcset(srcset: string): string {
  return [...alternativesIn(srcset)].filter(one => !one.includes(tooManyCommas) && !namesHostAlone(one)).join(', ')
}

function* alternativesIn(srcset: string): Generator<string> {
  let at = 0
  for (;;) {
    const [found, url = ''] = match(address, srcset, at) ?? []
    if (found === undefined) return
    at += found.length
    if (url.endsWith(',')) yield withoutTrailing(url, ',')
    else {
      const [rest, measure] = match(measures, srcset, at) ?? []
      if (rest !== undefined) yield measure === undefined ? url : `${url} ${measure}`
      at = rest === undefined ? afterComma(srcset, at) : at + rest.length
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
