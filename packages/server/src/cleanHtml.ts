import sanitizeHtml from 'sanitize-html'

const { allowedTags, allowedAttributes } = sanitizeHtml.defaults

/** What people may write: text, links, lists, tables and images. Scripts, styles, forms and frames are taken out. */
const rules: sanitizeHtml.IOptions = {
  allowedTags: [...allowedTags, 'img', 'del', 'ins', 'picture', 'source'],
  allowedAttributes: {
    ...allowedAttributes,
    '*': ['class', 'id', 'title', 'lang', 'dir'],
    img: ['src', 'srcset', 'sizes', 'alt', 'title', 'width', 'height', 'loading'],
    source: ['srcset', 'sizes', 'media', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
}

/** HTML without anything that could run in the browser of whoever reads it. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, rules)
}
