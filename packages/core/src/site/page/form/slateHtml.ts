import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json.js'
import { escapeHtml, type HtmlElement, type HtmlNode } from './htmlTree.js'
import { listIn, objectIn, stringIn } from './payloadValues.js'

/** The tags of HTML elements that contain text. They are also the types of the corresponding Slate elements. */
const blockTags: ReadonlySet<string> = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'pre'])
const inlineTags: ReadonlySet<string> = new Set(['strong', 'em', 'u', 'del', 'sub', 'sup', 'code'])
const synonyms: ReadonlyMap<string, string> = new Map([
  ['h1', 'h2'],
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
  ['div', 'p'],
])
const leafMarks: ReadonlyMap<string, string> = new Map([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strikethrough', 'del'],
  ['code', 'code'],
  ['sub', 'sub'],
  ['sup', 'sup'],
])

/**
 * Returns the HTML of a Slate value, with one element per line, or null if HTML cannot represent an element of the
 * value.
 */
export function slateHtml(value: JsonValue | undefined): string | null {
  const elements = listIn(value).map(node => (isJsonObject(node) && isBlockType(node.type) ? elementHtml(node) : null))
  return elements.length === 0 || elements.includes(null) ? null : elements.join('\n')
}

const isBlockType = (type: JsonValue | undefined): boolean => blockTags.has(typeOf(stringIn(type)))
const typeOf = (tag: string): string => synonyms.get(tag) ?? tag

function elementHtml(node: JsonObject): string | null {
  const type = typeOf(stringIn(node.type))
  const children = listIn(node.children).map(child => (isJsonObject(child) ? nodeHtml(child) : null))
  if (children.includes(null)) return null
  if (type === 'link' || type === 'a') return linkHtml(node, children.join(''))
  if (type !== 'li' && !blockTags.has(type) && !inlineTags.has(type)) return null
  return type === 'ul' || type === 'ol'
    ? `<${type}>\n${children.join('\n')}\n</${type}>`
    : `<${type}>${children.join('')}</${type}>`
}

function linkHtml({ data }: JsonObject, inner: string): string | null {
  const { url, ...others } = objectIn(data)
  const isPlain = Object.values(others).every(value => value === null || value === '')
  return typeof url === 'string' && isPlain ? `<a href="${escapeHtml(url)}">${inner}</a>` : null
}

function nodeHtml(node: JsonObject): string | null {
  if (node.children !== undefined) return elementHtml(node)
  const text = escapeHtml(stringIn(node.text)).replaceAll('\n', '<br>')
  const marks = Object.entries(node).filter(([, value]) => value === true)
  return marks.reduce((inner, [mark]) => {
    const tag = leafMarks.get(mark)
    return tag ? `<${tag}>${inner}</${tag}>` : inner
  }, text)
}

/**
 * Returns the Slate elements of parsed HTML. HTML elements without a Slate equivalent are replaced with their contents.
 */
export function slateOf(nodes: readonly HtmlNode[]): readonly JsonObject[] {
  const elements: JsonObject[] = []
  let loose: HtmlNode[] = []
  const endParagraph = (): void => {
    if (loose.some(node => typeof node !== 'string' || node.trim() !== ''))
      elements.push({ type: 'p', children: inlineOf(loose) })
    loose = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !isBlock(node)) {
      loose.push(node)
      continue
    }
    endParagraph()
    if (isContainer(node)) elements.push(...slateOf(node.children))
    else elements.push(elementOf(node))
  }
  endParagraph()
  return elements
}

const containers: ReadonlySet<string> = new Set(['div', 'section', 'article', 'main', 'header', 'footer', 'figure'])
const isBlock = ({ tag }: HtmlElement): boolean => blockTags.has(typeOf(tag)) || tag === 'li' || containers.has(tag)
const isContainer = ({ tag, children }: HtmlElement): boolean =>
  containers.has(tag) && (tag !== 'div' || children.some(child => typeof child !== 'string' && isBlock(child)))

function elementOf({ tag, children }: HtmlElement): JsonObject {
  const type = typeOf(tag)
  if (type === 'li') return { type: 'p', children: inlineOf(children) }
  if (type !== 'ul' && type !== 'ol') return { type: blockTags.has(type) ? type : 'p', children: inlineOf(children) }
  const items = children.flatMap(child => (typeof child === 'string' ? [] : [itemOf(child)]))
  return { type, children: items.length === 0 ? [{ type: 'li', children: [{ text: '' }] }] : items }
}

const itemOf = (node: HtmlElement): JsonObject => ({
  type: 'li',
  children: inlineOf(node.tag === 'li' ? node.children : [node]),
})

/** Returns the inline contents of an HTML element as Slate nodes. Nested lists are not converted. */
function inlineOf(nodes: readonly HtmlNode[]): readonly JsonValue[] {
  const contents = trimmed(nodes.flatMap(inlineNode))
  return contents.length === 0 ? [{ text: '' }] : contents
}

function inlineNode(node: HtmlNode): readonly JsonObject[] {
  if (typeof node === 'string') return [{ text: node.replace(/[ \t\r\n]+/g, ' ') }]
  const type = typeOf(node.tag)
  if (node.tag === 'br') return [{ text: '\n' }]
  if (type === 'ul' || type === 'ol') return [elementOf(node)]
  const children = node.children.flatMap(inlineNode)
  const url = node.attributes.get('href')
  if (node.tag === 'a' && url)
    return [{ type: 'link', data: { url }, children: children.length === 0 ? [{ text: '' }] : children }]
  return inlineTags.has(type) && children.length > 0 ? [{ type, children }] : children
}

function trimmed(nodes: readonly JsonObject[]): readonly JsonObject[] {
  const joined: JsonObject[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (last && isText(last) && isText(node))
      joined[joined.length - 1] = { text: stringIn(last.text) + stringIn(node.text) }
    else joined.push(node)
  }
  const [first, last] = [joined[0], joined.at(-1)]
  if (first && isText(first)) joined[0] = { text: stringIn(first.text).trimStart() }
  if (last && isText(last)) {
    const end = joined.at(-1) ?? last
    joined[joined.length - 1] = { text: stringIn(end.text).trimEnd() }
  }
  return joined.filter((node, i) => !isText(node) || node.text !== '' || (i === 0 && joined.length === 1))
}

const isText = ({ children, text }: JsonObject): boolean => children === undefined && typeof text === 'string'

export const textOfSlate = (value: readonly JsonValue[]): string =>
  value
    .filter(isJsonObject)
    .map(({ text, children }) => (typeof text === 'string' ? text : textOfSlate(listIn(children))))
    .join('')
