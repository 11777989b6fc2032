import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { NodeSelection, Selection, TextSelection } from 'prosemirror-state'

/**
 * Whether a part of the selection has a mark or, without a selection, whether text typed at the cursor would have the
 * mark.
 */
export function hasMark({ selection, storedMarks, doc }, type) {
  const { empty, $from, from, to } = selection
  return empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type)
}

/** Returns the innermost node around the selection for which `test` is true, or null if there is no such node. */
export function around({ selection: { $from } }, test) {
  for (let depth = $from.depth; depth > 0; depth--) if (test($from.node(depth))) return $from.node(depth)
  return null
}

export const isHeading = (state, level) =>
  around(state, node => node.type.name === 'heading' && node.attrs.level === level) !== null

/** Converts a paragraph to a heading, or a heading of this level to a paragraph. */
export const toggleHeading = level => (state, dispatch) => {
  const { heading, paragraph } = state.schema.nodes
  return (isHeading(state, level) ? setBlockType(paragraph) : setBlockType(heading, { level }))(state, dispatch)
}

const isList = node => node.type.spec.group === 'block list'

export const isIn = (state, type) => around(state, isList)?.type === type

/** Creates a list, changes the type of the list, or removes the selected items from the list. */
export const toggleList = type => (state, dispatch) => {
  const current = around(state, isList)
  if (!current) return wrapInList(type)(state, dispatch)
  if (current.type === type) return liftListItem(state.schema.nodes.list_item)(state, dispatch)
  const { $from } = state.selection
  const depth = Array.from({ length: $from.depth }, (_, i) => $from.depth - i).find(d => $from.node(d) === current)
  dispatch?.(state.tr.setNodeMarkup($from.before(depth), type, current.attrs))
  return true
}

export const toggleQuote = (state, dispatch) => {
  const { blockquote, paragraph } = state.schema.nodes
  const isQuote = around(state, node => node.type === blockquote) !== null
  if (blockquote.isTextblock) return setBlockType(isQuote ? paragraph : blockquote)(state, dispatch)
  return isQuote ? lift(state, dispatch) : wrapIn(blockquote)(state, dispatch)
}

/** Moves the top-level block with the selection before the previous block or after the next block. */
export const moveBlock = direction => (state, dispatch) => {
  const { selection, doc } = state
  const index = selection.$from.index(0)
  const other = index + direction
  if (other < 0 || other >= doc.childCount) return false
  if (!dispatch) return true
  const start = startOf(doc, index)
  const block = doc.child(index)
  const tr = state.tr.delete(start, start + block.nodeSize)
  const target = startOf(tr.doc, other)
  tr.insert(target, block)
  const offset = target - start
  const next =
    selection instanceof NodeSelection
      ? NodeSelection.create(tr.doc, selection.from + offset)
      : TextSelection.between(tr.doc.resolve(selection.anchor + offset), tr.doc.resolve(selection.head + offset))
  dispatch(tr.setSelection(next).scrollIntoView())
  return true
}

function startOf(doc, index) {
  let start = 0
  for (let i = 0; i < index; i++) start += doc.child(i).nodeSize
  return start
}

/** Returns the range of the entire link around the cursor or, if there is a selection, the range of the selection. */
function linkRange({ selection, schema }) {
  const { $from, from, to, empty } = selection
  const type = schema.marks.link
  if (!empty || !type.isInSet($from.marks())) return { from, to }
  const parent = $from.parent
  const isLinked = i => i >= 0 && i < parent.childCount && type.isInSet(parent.child(i).marks)
  let first = $from.index()
  if (!isLinked(first)) first -= 1
  let last = first
  while (isLinked(first - 1)) first -= 1
  while (isLinked(last + 1)) last += 1
  const sizes = (a, b) =>
    Array.from({ length: b - a }, (_, i) => parent.child(a + i).nodeSize).reduce((s, n) => s + n, 0)
  const start = $from.start() + sizes(0, first)
  return { from: start, to: start + sizes(first, last + 1) }
}

/** Returns the URL of the link at the selection, or an empty string if there is no link. */
export function linkAt({ selection, schema, doc }) {
  const { $from, from, to, empty } = selection
  const sets = [empty ? $from.marks() : []]
  if (!empty) doc.nodesBetween(from, to, ({ marks }) => void sets.push(marks))
  const links = sets.map(marks => schema.marks.link.isInSet(marks))
  return links.find(Boolean)?.attrs.other.href ?? ''
}

/**
 * Sets the URL of the link at the selection. An empty URL removes the link. The other attributes of the link are
 * preserved.
 */
export const setLink = href => (state, dispatch) => {
  const type = state.schema.marks.link
  const { from, to } = linkRange(state)
  const previous = state.doc
    .resolve(Math.min(from + 1, to))
    .marks()
    .find(mark => mark.type === type)
  const tr = state.tr
  if (href === '') tr.removeMark(from, to, type)
  else {
    const link = type.create({ other: { ...previous?.attrs.other, href } })
    if (from === to) tr.insert(from, state.schema.text(href, [link]))
    else tr.addMark(from, to, link)
  }
  dispatch?.(tr.scrollIntoView())
  return true
}

const imageTypes = ({ nodes }) => [nodes.image, nodes.inline_image].filter(Boolean)

/** Returns the attributes of the selected image, or null if no image is selected. */
export function imageAt({ selection, schema }) {
  return imageTypes(schema).includes(selection.node?.type) ? selection.node.attrs.other : null
}

export const setImage = change => (state, dispatch) => {
  const { nodes } = state.schema
  const current = imageAt(state)
  const other = { ...current, ...change }
  const tr = state.tr
  if (current) {
    const { from } = state.selection
    tr.setNodeMarkup(from, null, { other })
    tr.setSelection(NodeSelection.create(tr.doc, from))
  } else if (nodes.inline_image) tr.replaceSelectionWith(nodes.inline_image.create({ other }))
  else {
    const after = afterBlock(state.selection.$to)
    tr.insert(after, nodes.image.create({ other }))
    tr.setSelection(Selection.near(tr.doc.resolve(after + 1)))
  }
  dispatch?.(tr.scrollIntoView())
  return true
}

const afterBlock = position => (position.depth === 0 ? position.pos : position.after(1))

/** Inserts an image at a position, or after the block at this position. The selection remains. */
export const insertImage = (pos, other) => (state, dispatch) => {
  const { image, inline_image } = state.schema.nodes
  const position = state.doc.resolve(Math.min(pos, state.doc.content.size))
  const isInText =
    inline_image && position.parent.inlineContent && position.parent.type.contentMatch.matchType(inline_image)
  const tr = isInText
    ? state.tr.insert(pos, inline_image.create({ other }))
    : state.tr.insert(afterBlock(position), image.create({ other }))
  dispatch?.(tr)
  return true
}

export const toggle = (schema, name) => toggleMark(schema.marks[name])

/** Inserts typed text after a selected block, such as an image. By default, the editor would replace the block. */
export function typeAfterBlock({ state, dispatch }, _from, _to, text) {
  const { selection, schema, tr } = state
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false
  tr.insert(selection.to, schema.nodes.paragraph.create(null, schema.text(text)))
  tr.setSelection(TextSelection.create(tr.doc, selection.to + 1 + text.length))
  dispatch(tr.scrollIntoView())
  return true
}
