/** The properties of a DOM node that `normalHtml` reads. */
export interface MarkupNode {
  readonly nodeType: number
  readonly nodeName?: string
  readonly nodeValue?: string | null
  readonly childNodes?: ArrayLike<MarkupNode>
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }>
}

const blocks: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr div table figure section article dl dt dd details'.split(' '),
)
const marks: ReadonlySet<string> = new Set('strong em u del sub sup code a'.split(' '))
const synonyms: ReadonlyMap<string, string> = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
])
const elementType = 1
const textType = 3

/**
 * Returns a string that is equal for equivalent HTML. Insignificant whitespace, the order of attributes and of nested
 * inline elements, and synonyms such as `b` and `strong` do not affect the string. All other differences change the
 * string, including comments, unknown elements and unknown attributes. Text at the top level, outside of any element,
 * is equivalent to a paragraph.
 */
export const normalHtml = (root: MarkupNode): string => contentOf(root, { isTop: true, isPre: false })

interface Place {
  readonly isTop: boolean
  readonly isPre: boolean
}

/** Consecutive text with the same inline elements. */
interface Run {
  readonly marks: readonly string[]
  readonly text: string
  /** Whether the run is an object such as an image. If so, `text` is the HTML of the object. */
  readonly isObject: boolean
}

function contentOf(parent: MarkupNode, place: Place): string {
  const parts: string[] = []
  let loose: Run[] = []
  const endText = (): void => {
    const text = textOf(loose, place)
    if (text !== '') parts.push(place.isTop ? `<p>${text}</p>` : text)
    loose = []
  }
  for (const node of Array.from(parent.childNodes ?? [])) {
    if (!blocks.has(tagOf(node))) {
      loose.push(...runsOf(node, []))
      continue
    }
    endText()
    parts.push(blockOf(node))
  }
  endText()
  return parts.join('')
}

function blockOf(node: MarkupNode): string {
  const tag = tagOf(node)
  const isPre = tag === 'pre'
  const inner = contentOf(node, { isTop: false, isPre })
  return `<${tag}${attributesOf(node)}>${inner}</${tag}>`
}

function runsOf(node: MarkupNode, outer: readonly string[]): readonly Run[] {
  if (node.nodeType === textType) return [{ marks: outer, text: node.nodeValue ?? '', isObject: false }]
  if (node.nodeType !== elementType) return [{ marks: outer, text: `<!--${node.nodeValue}-->`, isObject: true }]
  const tag = tagOf(node)
  const name = `${tag}${attributesOf(node)}`
  const children = Array.from(node.childNodes ?? [])
  const isMark = marks.has(tag) && (children.length > 0 || name === tag)
  if (isMark) return children.flatMap(child => runsOf(child, [...new Set([...outer, name])].sort()))
  return [{ marks: outer, text: `<${name}>${contentOf(node, { isTop: false, isPre: false })}`, isObject: true }]
}

function textOf(runs: readonly Run[], { isPre }: Place): string {
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    const isSame = last && !last.isObject && !run.isObject && last.marks.join('|') === run.marks.join('|')
    if (isSame) joined[joined.length - 1] = { ...last, text: last.text + run.text }
    else if (run.text !== '') joined.push(run)
  }
  return (isPre ? joined : collapsed(joined)).map(htmlOfRun).join('')
}

function collapsed(runs: readonly Run[]): readonly Run[] {
  let endsInSpace = true
  const result: Run[] = []
  for (const run of runs) {
    if (run.isObject) {
      endsInSpace = run.text === '<br>'
      result.push(run)
      continue
    }
    const single = run.text.replace(/[ \t\r\n\f]+/g, ' ')
    const text = endsInSpace ? single.replace(/^ /, '') : single
    if (text === '') continue
    endsInSpace = text.endsWith(' ')
    result.push({ ...run, text })
  }
  return result.flatMap((run, i) => withoutEnd(run, result[i + 1]))
}

function withoutEnd(run: Run, next: Run | undefined): readonly Run[] {
  if (run.isObject || (next && next.text !== '<br>')) return [run]
  const text = run.text.replace(/ $/, '')
  return text === '' ? [] : [{ ...run, text }]
}

const htmlOfRun = ({ marks, text, isObject }: Run): string =>
  `${marks.map(mark => `[${mark}]`).join('')}${isObject ? text : escaped(text)}`

const escaped = (text: string): string => text.replace(/[&<>"[\]]/g, character => `&${character.charCodeAt(0)};`)

const tagOf = ({ nodeType, nodeName = '' }: MarkupNode): string =>
  nodeType === elementType ? (synonyms.get(nodeName.toLowerCase()) ?? nodeName.toLowerCase()) : ''

function attributesOf({ attributes = [] }: MarkupNode): string {
  const pairs = Array.from(attributes).map(({ name, value }) => ` ${name.toLowerCase()}="${escaped(value)}"`)
  return pairs.sort().join('')
}

export function otherElements(root: MarkupNode, known: ReadonlySet<string>): readonly string[] {
  const names = Array.from(root.childNodes ?? []).flatMap(node => {
    const name = node.nodeType === elementType ? (node.nodeName ?? '').toLowerCase() : ''
    return [...(name === '' || known.has(name) ? [] : [name]), ...otherElements(node, known)]
  })
  return [...new Set(names)]
}
