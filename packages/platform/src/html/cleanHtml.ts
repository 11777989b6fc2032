import { createRequire } from 'node:module'
import type { Message } from '@plenum/core'
import type sanitizeHtml from 'sanitize-html'
import type { Attributes } from 'sanitize-html'
import { htmlProblem, isTooLongToCheck } from './htmlProblem.js'
import { isProtocolRelative, wellFormedSrcset } from './srcset.js'

type Library = typeof sanitizeHtml

const load = createRequire(import.meta.url)
/** Loaded with the first HTML: loading takes 70 ms and 11 MB, which a read-only process never needs. */
const library = (): Library => load('sanitize-html')

let rules: sanitizeHtml.IOptions | undefined

/** Allows text, links, lists, tables and images; removes scripts, styles, forms and frames. */
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
  // Style attributes are not allowed, so their parser must not run.
  parseStyleAttributes: false,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(tagName, attribs) }) },
})

/**
 * HTML without anything that a browser could run, or the reason for the refusal (see htmlProblem.ts). Linear in the
 * length of the HTML.
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
    // The page in the new window must not get access to this one.
    ...(tag === 'a' && opensWindow(others.target) ? { rel: 'noopener' } : {}),
  }
}

const opensWindow = (target: string | undefined): boolean =>
  target !== undefined && !['', '_self', '_parent', '_top'].includes(target.toLowerCase())
