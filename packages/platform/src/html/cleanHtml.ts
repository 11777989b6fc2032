import { createRequire } from 'node:module'
import { type Message, withoutTrailing } from '@plenum/core'
import type sanitizeHtml from 'sanitize-html'
import type { Attributes } from 'sanitize-html'
import { htmlProblem, isTooLongToCheck } from './htmlProblem.js'

type Library = typeof sanitizeHtml

const load = createRequire(import.meta.url)
/**
 * Loads the library for the first HTML string, because loading takes 70 ms and 11 MB, and processes that store no HTML
 * never need it.
 */
const library = (): Library => load('sanitize-html')

let rules: sanitizeHtml.IOptions | undefined

/**
 * Returns the rules of the sanitizer, which allow text, links, lists, tables and images, and remove scripts, styles,
 * forms and frames.
 */
const rulesFrom = ({ defaults: { allowedTags, allowedAttributes } }: Library): sanitizeHtml.IOptions => ({
  allowedTags: [...allowedTags, 'img', 'del', 'ins', 'picture', 'source'],
  allowedAttributes: {
    ...allowedAttributes,
    '*': ['class', 'id', 'title', 'lang', 'dir'],
    a: [...(allowedAttributes.a ?? []), 'rel'],
    img: ['src', 'srcset', 'sizes', 'alt', 'title', 'width', 'height', 'loading'],
    source: ['srcset', 'sizes', 'media', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  // Style attributes need not be parsed, because they are not allowed.
  parseStyleAttributes: false,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(tagName, attribs) }) },
})

/**
 * Returns the HTML without executable content, or the reason why the HTML is rejected (see `htmlProblem`). The running
 * time is linear.
 */
export function cleanHtml(html: string): string | Message {
  const problem = htmlProblem(html)
  if (problem) return problem
  const sanitize = library()
  rules ??= rulesFrom(sanitize)
  return sanitize(html, rules)
}

function safeAttributes(tag: string, { href, src, srcset, rel: _, ...others }: Attributes): Attributes {
  return {
    ...(href === undefined || isTooLongToCheck(href) ? {} : { href }),
    ...(src === undefined || isTooLongToCheck(src) || isProtocolRelative(src) ? {} : { src }),
    ...(srcset === undefined || isTooLongToCheck(srcset) ? {} : { srcset: wellFormedSrcset(srcset) }),
    ...others,
    // A page that a link opens in a new window must not get access to the window of this page.
    ...(tag === 'a' && opensWindow(others.target) ? { rel: 'noopener' } : {}),
  }
}

const opensWindow = (target: string | undefined): boolean =>
  target !== undefined && !['', '_self', '_parent', '_top'].includes(target.toLowerCase())

const address = /[\s,]*([^\s,]\S*)/y
const measures = /(?:\s+([1-9]\d{0,8}w|[1-9]\d{0,8}w\s[1-9]\d{0,8}h|\d{1,9}(?:\.\d{1,9})?x))?\s*(?:,|$)/y

/**
 * A sequence of commas that is too long. Candidates of a `srcset` that contain it are removed, because sanitize-html
 * would take quadratic time to remove trailing commas.
 */
const tooManyCommas = ','.repeat(100)

/**
 * Removes invalid candidates from a `srcset`, because sanitize-html would log them. Also removes protocol-relative
 * URLs.
 */
const wellFormedSrcset = (srcset: string): string =>
  [...candidatesIn(srcset)]
    .filter(candidate => !candidate.includes(tooManyCommas) && !isProtocolRelative(candidate))
    .join(', ')

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
 * Whether a URL has a host but no scheme. Such URLs are not allowed for resources. Like browsers, this function treats
 * `\\` as `/` and ignores line breaks and leading whitespace.
 */
const isProtocolRelative = (address: string): boolean =>
  /^[/\\]{2}/.test(address.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+/, ''))
