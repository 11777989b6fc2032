import type { Message } from '@plenum/core'
import sanitizeHtml, { type Attributes } from 'sanitize-html'
import { htmlProblem, isTooLongToCheck } from './htmlProblem.js'
import { wellFormedSrcset } from './srcset.js'

const { allowedTags, allowedAttributes } = sanitizeHtml.defaults

/** What people may write: text, links, lists, tables and images. Scripts, styles, forms and frames are taken out. */
const rules: sanitizeHtml.IOptions = {
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
  // Styles are not allowed, and what reads them is not to be called.
  parseStyleAttributes: false,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(tagName, attribs) }) },
}

/**
 * HTML without anything that could run in the browser of whoever reads it, or why it cannot be taken (see
 * htmlProblem.ts). Takes time in proportion to the text.
 */
export function cleanHtml(html: string): string | Message {
  return htmlProblem(html) ?? sanitizeHtml(html, rules)
}

function safeAttributes(tag: string, { href, src, srcset, rel: _, ...others }: Attributes): Attributes {
  return {
    ...(href === undefined || isTooLongToCheck(href) ? {} : { href }),
    ...(src === undefined || isTooLongToCheck(src) ? {} : { src }),
    ...(srcset === undefined || isTooLongToCheck(srcset) ? {} : { srcset: wellFormedSrcset(srcset) }),
    ...others,
    // A page in another window must not lead this one elsewhere.
    ...(tag === 'a' && opensWindow(others.target) ? { rel: 'noopener' } : {}),
  }
}

function opensWindow(target: string | undefined): boolean {
  return target !== undefined && !['', '_self', '_parent', '_top'].includes(target.toLowerCase())
}
