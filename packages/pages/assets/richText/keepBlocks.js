import { Plugin } from 'prosemirror-state'

const isOther = ({ type }) => type.name === 'other_block'
const idOf = ({ attrs }) => attrs.other['data-block']

/** Restores blocks that users can move but not delete. The service would also restore them when it saves the page. */
export const keepBlocks = () =>
  new Plugin({
    appendTransaction(transactions, before, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      const present = new Set()
      doc.forEach(node => void (isOther(node) && present.add(idOf(node))))
      before.doc.forEach((node, offset) => {
        if (!isOther(node) || present.has(idOf(node))) return
        const mapped = transactions.reduce((position, { mapping }) => mapping.map(position, -1), offset)
        const place = tr.doc.resolve(tr.mapping.map(mapped))
        tr.insert(place.depth === 0 ? place.pos : place.before(1), node)
      })
      return tr.docChanged ? tr : null
    },
  })
