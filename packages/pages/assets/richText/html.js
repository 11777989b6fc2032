import { DOMSerializer, DOMParser as DocumentParser } from 'prosemirror-model'
import { normalHtml, otherElements } from '../../src/richText/normalHtml.ts'
import { knownElements } from './schema.js'

/** Images in this document are not loaded. */
const inert = document.implementation.createHTMLDocument('')

function bodyOf(html) {
  const body = inert.createElement('div')
  body.innerHTML = html
  return body
}

const serializers = new WeakMap()

/** Marks loose text, because only the parents of a paragraph decide whether it needs a tag. */
function serializerFor(schema) {
  if (!serializers.has(schema)) {
    const paragraph = ({ attrs }) => ['p', attrs.isMarked ? attrs.other : { 'data-loose': '' }, 0]
    const nodes = { ...DOMSerializer.nodesFromSchema(schema), paragraph }
    serializers.set(schema, new DOMSerializer(nodes, DOMSerializer.marksFromSchema(schema)))
  }
  return serializers.get(schema)
}

/** The HTML of a document, one block in each line. */
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
 * The document of some HTML. `doc` is null if the document does not represent all of the HTML. Then `others` are the
 * names of the elements that no document can represent.
 */
export function documentOf(schema, html) {
  const body = bodyOf(html)
  const doc = DocumentParser.fromSchema(schema).parse(body)
  const isEqual = normalHtml(body) === normalHtml(bodyOf(htmlOf(doc)))
  return isEqual ? { doc, others: [] } : { doc: null, others: otherElements(body, knownElements) }
}
