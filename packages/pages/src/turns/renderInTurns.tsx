import { randomUUID } from 'node:crypto'
import type { TimeSlice } from '@plenum/core'
import { type ComponentChildren, createContext, h, type VNode } from 'preact'
import { render } from 'preact-render-to-string'

/** Makes something later, in another turn; gives what stands in its place until then. */
export type DrawLater = (draw: () => ComponentChildren) => VNode

export const Later = createContext<DrawLater | null>(null)

/** Puts around each part what all of them need. */
export type Around = (children: ComponentChildren) => ComponentChildren

/** Nobody who writes content can know its name. */
const place = `later-${randomUUID()}`
const placeInHtml = `<${place}></${place}>`

/** The HTML of what `draw` gives. What components leave for later (`Rows`) is made in turns, so that others do not wait. */
export async function renderInTurns(
  draw: () => ComponentChildren,
  slice: TimeSlice,
  around: Around = children => children,
): Promise<string> {
  if (slice.isOver()) await slice.next()
  const waiting: (() => ComponentChildren)[] = []
  const later: DrawLater = drawLater => {
    waiting.push(drawLater)
    return h<object>(place, {})
  }
  // Elements are made in the order in which they stand in the document, and so are their places.
  const [first = '', ...others] = render(<Later.Provider value={later}>{around(draw())}</Later.Provider>).split(
    placeInHtml,
  )
  const parts = [first]
  for (const [i, other] of others.entries())
    parts.push(await renderInTurns(waiting[i] ?? nothing, slice, around), other)
  return parts.join('')
}

const nothing = (): null => null
