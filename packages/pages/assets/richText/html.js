import { DOMSerializer, DOMParser as DocumentParser } from 'prosemirror-model'
import { normalHtml, otherElements } from '../../src/richText/normalHtml.ts'
import { knownElements } from './schema.js'

/** A document without a window, in which browsers do not load images. */
const inert = document.implementation.createHTMLDocument('')

function bodyOf(html) {
  const body = inert.createElement('div')
  body.innerHTML = html
  return body
}

const serializers = new WeakMap()

/** Marks loose text, which is a paragraph without a tag. Only the parent nodes determine whether a tag is needed. */
function serializerFor(schema) {
  if (!serializers.has(schema)) {
    const paragraph = ({ attrs }) => ['p', attrs.isMarked ? attrs.other : { 'data-loose': '' }, 0]
    const nodes = { ...DOMSerializer.nodesFromSchema(schema), paragraph }
    serializers.set(schema, new DOMSerializer(nodes, DOMSerializer.marksFromSchema(schema)))
  }
  return serializers.get(schema)
}

/** Returns the HTML of a document, with each top-level block on a separate line. */
export function htmlOf(doc) {
  const first = doc.firstChild
  if (doc.childCount === 1 && first.type.name === 'paragraph' && first.childCount === 0) return ''
  const body = inert.createElement('div')
  body.append(serializerFor(doc.type.schema).serializeFragment(doc.content, { document: inert }))
  for (const paragraph of body.querySelectorAll('p[data-loose]')) {
    if (isLoose(paragraph)) paragraph.replaceWith(...paragraph.childNodes)
    else paragraph.removeAttribute('data-loose')
  }
  return [...body.children].map(({ outerHTML }) => outerHTML).join('\n')
}

function isLoose({ parentNode, previousElementSibling, nextElementSibling }) {
  if (previousElementSibling) return false
  if (parentNode.localName === 'blockquote') return !nextElementSibling
  return parentNode.localName === 'li' && (!nextElementSibling || /^[uo]l$/.test(nextElementSibling.localName))
}

/**
 * Parses HTML. If the document cannot represent all of the HTML, `doc` is null and `others` contains the names of
 * unsupported elements.
 */
export function documentOf(schema, html) {
  const body = bodyOf(html)
  const doc = DocumentParser.fromSchema(schema).parse(body)
  const isEqual = normalHtml(body) === normalHtml(bodyOf(htmlOf(doc)))
  return isEqual ? { doc, others: [] } : { doc: null, others: otherElements(body, knownElements) }
}
