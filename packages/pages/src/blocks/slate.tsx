import type { JsonObject, JsonValue } from '@plenum/core'
import type { ComponentChildren } from 'preact'
import { ScrollArea } from '../content/table.js'
import { objectOf, objectsOf, textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'
import type { BlockProps } from './blockProps.js'
import { anchorOf } from './headings.js'

/**
 * The HTML elements for the types of Slate nodes. `h1` is rendered as `h2`, because only the page title may be an `h1`.
 */
const elements = {
  p: 'p',
  h1: 'h2',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h5',
  h6: 'h6',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  strong: 'strong',
  bold: 'strong',
  em: 'em',
  italic: 'em',
  u: 'u',
  underline: 'u',
  del: 's',
  strikethrough: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  pre: 'pre',
} as const

const maxDepth = 30

export function SlateBlock({ block }: BlockProps) {
  return (
    <div class="prose">
      <Slate value={block.value} />
    </div>
  )
}

function Slate({ value, depth = 0 }: { value: JsonValue | undefined; depth?: number }) {
  if (depth > maxDepth) return null
  return (
    <>
      {objectsOf(value).map(node =>
        node.children === undefined ? <Text leaf={node} /> : <Element node={node} depth={depth} />,
      )}
    </>
  )
}

function Element({ node, depth }: { node: JsonObject; depth: number }) {
  const type = textOf(node.type)
  const inner = <Slate value={node.children} depth={depth + 1} />
  if (type === 'link' || type === 'a') return <Link node={node}>{inner}</Link>
  if (!Object.hasOwn(elements, type)) return depth === 0 ? <p>{inner}</p> : inner
  const Name = elements[type as keyof typeof elements]
  return <Name id={/^h[2-6]$/.test(Name) ? anchorOf(node) : undefined}>{inner}</Name>
}

function Link({ node, children }: { node: JsonObject; children: ComponentChildren }) {
  const { url, link } = objectOf(node.data)
  const address = textOf(url) || textOf(objectOf(objectOf(objectOf(link).external)).external_link)
  const internal = objectsOf(objectOf(objectOf(link).internal).internal_link)[0]
  const href = safeLink(address || textOf(internal?.['@id']))
  return href ? <a href={href}>{children}</a> : <>{children}</>
}

/** Renders a text leaf, whose formats are boolean properties. Line breaks are preserved. */
function Text({ leaf }: { leaf: JsonObject }) {
  const marks = (['bold', 'italic', 'underline', 'strikethrough', 'code', 'sub', 'sup'] as const).filter(
    mark => leaf[mark] === true,
  )
  const lines = textOf(leaf.text).split('\n')
  const text = lines.flatMap((line, i) => (i === 0 ? [line] : [<br />, line]))
  return <>{marks.reduce<ComponentChildren>((inner, mark) => wrapIn(elements[mark], inner), text)}</>
}

function wrapIn(Name: (typeof elements)[keyof typeof elements], inner: ComponentChildren): ComponentChildren {
  return <Name>{inner}</Name>
}

/**
 * Renders a table whose cells contain Slate text. A wide table has its own scroll bar, so that it does not widen the
 * page.
 */
export function SlateTable({ page, block }: BlockProps) {
  const table = objectOf(block.table)
  const rows = objectsOf(table.rows)
  const [head, body] = table.hideHeaders === true ? [[], rows] : [rows.slice(0, 1), rows.slice(1)]
  return (
    <ScrollArea label={say(page, 'page.table')}>
      <table>
        {head.length > 0 && <thead>{head.map(Row)}</thead>}
        <tbody>
          <Rows rows={body} draw={Row} />
        </tbody>
      </table>
    </ScrollArea>
  )
}

function Row(row: JsonObject) {
  return (
    <tr>
      {objectsOf(row.cells).map(cell => {
        const Name = textOf(cell.type) === 'header' ? 'th' : 'td'
        return (
          <Name>
            <Slate value={cell.value} depth={1} />
          </Name>
        )
      })}
    </tr>
  )
}
