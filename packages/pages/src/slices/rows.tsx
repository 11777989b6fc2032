import type { ComponentChildren } from 'preact'
import { type DrawLater, Later } from './renderInSlices.js'

/** The number of rows in a chunk. It is small, so that rendering a chunk takes only one or two milliseconds. */
const chunkSize = 10

interface RowsProps<Row> {
  readonly rows: readonly Row[]
  draw(row: Row, index: number): ComponentChildren
}

export function Rows<Row>({ rows, draw }: RowsProps<Row>) {
  if (rows.length <= chunkSize) return <>{rows.map(draw)}</>
  return <Later.Consumer>{later => (later ? inChunks({ rows, draw }, later) : rows.map(draw))}</Later.Consumer>
}

function inChunks<Row>({ rows, draw }: RowsProps<Row>, later: DrawLater): ComponentChildren {
  const starts = Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, i) => i * chunkSize)
  return starts.map(start => later(() => rows.slice(start, start + chunkSize).map((row, i) => draw(row, start + i))))
}

/** Renders content in a separate time slice, because rendering it takes several milliseconds. */
export function InOwnSlice({ draw }: { draw(): ComponentChildren }) {
  return <Later.Consumer>{later => (later ? later(draw) : draw())}</Later.Consumer>
}
