// The documents that the editor can represent. HTML with other elements can only be edited in the text area.
import { Schema } from 'prosemirror-model'

/** Returns the unchanged attributes of an element, except for those that a content security policy blocks. */
const attributesIn = element =>
  Object.fromEntries(
    [...element.attributes]
      .filter(({ name }) => name !== 'style' && !name.startsWith('on'))
      .map(a => [a.name, a.value]),
  )

/** Returns the attributes that remain valid when the user splits a block. */
const sharedIn = element =>
  Object.fromEntries(
    ['class', 'lang', 'dir'].flatMap(name => (element.hasAttribute(name) ? [[name, element.getAttribute(name)]] : [])),
  )

const attrs = { other: { default: {} } }
const keeping = (tag, more = {}) => ({ tag, getAttrs: element => ({ other: sharedIn(element), ...more }) })

const block = (tag, spec) => ({
  group: 'block',
  attrs,
  parseDOM: [keeping(tag)],
  toDOM: node => [tag, node.attrs.other, 0],
  ...spec,
})

const headings = [1, 2, 3, 4, 5, 6]

const list = tag => ({
  group: 'block list',
  content: 'list_item+',
  attrs,
  parseDOM: [{ tag, getAttrs: element => ({ other: { ...sharedIn(element), ...startOf(element) } }) }],
  toDOM: node => [tag, node.attrs.other, 0],
})

const startOf = element => (element.hasAttribute('start') ? { start: element.getAttribute('start') } : {})

const image = (isInline, context) => ({
  inline: isInline,
  group: isInline ? 'inline' : 'block',
  draggable: true,
  attrs,
  parseDOM: [
    { tag: 'img[src]', ...(context ? { context } : {}), getAttrs: element => ({ other: attributesIn(element) }) },
  ],
  toDOM: node => ['img', node.attrs.other],
})

/**
 * The nodes of a document. In the blocks of a page, quotations cannot contain other blocks, and each image is a
 * block.
 */
const nodesOf = isBlocks => ({
  doc: { content: 'block+' },
  // A paragraph without a tag is loose text, for example in a list item.
  paragraph: {
    content: 'inline*',
    group: 'block',
    attrs: { ...attrs, isMarked: { default: false } },
    parseDOM: [keeping('p', { isMarked: true })],
    toDOM: node => ['p', node.attrs.other, 0],
  },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: { ...attrs, level: { default: 2 } },
    parseDOM: headings.map(level => keeping(`h${level}`, { level })),
    toDOM: node => [`h${node.attrs.level}`, node.attrs.other, 0],
  },
  blockquote: block('blockquote', { content: isBlocks ? 'inline*' : 'block+', defining: true }),
  preformatted: block('pre', {
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    parseDOM: [{ ...keeping('pre'), preserveWhitespace: 'full' }],
  }),
  bullet_list: list('ul'),
  ordered_list: list('ol'),
  list_item: {
    content: isBlocks ? 'paragraph list*' : 'paragraph block*',
    defining: true,
    attrs,
    parseDOM: [keeping('li')],
    toDOM: node => ['li', node.attrs.other, 0],
  },
  // A page block that users can move but not edit in this editor.
  other_block: {
    group: 'block',
    atom: true,
    draggable: true,
    attrs: { ...attrs, name: { default: '' } },
    parseDOM: [{ tag: 'div[data-block]', priority: 60, getAttrs: otherBlockIn }],
    toDOM: node => ['div', node.attrs.other, node.attrs.name],
  },
  image: image(false, isBlocks ? '' : 'doc/'),
  ...(isBlocks
    ? {}
    : { inline_image: image(true, ''), rule: block('hr', { toDOM: node => ['hr', node.attrs.other] }) }),
  hard_break: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
  text: { group: 'inline' },
})

function otherBlockIn(element) {
  return element.children.length === 0 && { other: attributesIn(element), name: element.textContent }
}

const mark = (tag, ...synonyms) => ({
  parseDOM: [tag, ...synonyms].map(tag => ({ tag })),
  toDOM: () => [tag, 0],
})

const marks = {
  link: {
    attrs,
    inclusive: false,
    parseDOM: [{ tag: 'a[href]', getAttrs: element => ({ other: attributesIn(element) }) }],
    toDOM: ({ attrs }) => ['a', attrs.other, 0],
  },
  strong: mark('strong', 'b'),
  em: mark('em', 'i'),
  u: mark('u'),
  del: mark('del', 's', 'strike'),
  sub: mark('sub'),
  sup: mark('sup'),
  code: mark('code'),
}

export const schemaFor = isBlocks => new Schema({ nodes: nodesOf(isBlocks), marks })

/** The elements that the editor can represent if they have no unknown attributes. */
export const knownElements = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote pre ul ol li div img hr br a strong b em i u del s strike sub sup code'.split(' '),
)
