import { randomUUID } from 'node:crypto'
import type { TimeSlice } from '@plenum/core'
import { type ComponentChildren, createContext, h, type VNode } from 'preact'
import { render } from 'preact-render-to-string'

export type DrawLater = (draw: () => ComponentChildren) => VNode

export const Later = createContext<DrawLater | null>(null)

export type Around = (children: ComponentChildren) => ComponentChildren

/** The name of the placeholder element, which is random so that content cannot contain it. */
const placeholder = `later-${randomUUID()}`
const placeholderHtml = `<${placeholder}></${placeholder}>`

/**
 * Renders a page. Deferred parts (see `Rows`) are rendered in separate time slices, so that other tasks need not wait
 * for the entire page.
 */
export async function renderInSlices(
  draw: () => ComponentChildren,
  slice: TimeSlice,
  around: Around = children => children,
): Promise<string> {
  if (slice.isOver()) await slice.next()
  const deferred: (() => ComponentChildren)[] = []
  const later: DrawLater = drawLater => {
    deferred.push(drawLater)
    return h<object>(placeholder, {})
  }
  // The order of the deferred parts matches the order of the placeholders, because Preact renders elements in
  // document order.
  const [first = '', ...remaining] = render(<Later.Provider value={later}>{around(draw())}</Later.Provider>).split(
    placeholderHtml,
  )
  const parts = [first]
  for (const [i, following] of remaining.entries())
    parts.push(await renderInSlices(deferred[i] ?? nothing, slice, around), following)
  return parts.join('')
}

const nothing = (): null => null
