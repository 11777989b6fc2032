/** A pie chart of the counts, clockwise from the top; hidden from screen readers, as the list has the same data. */
export function Pie({ counts }: { counts: readonly number[] }) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let before = 0
  const slices = counts.map((count, i) => {
    const from = before
    before += total > 0 ? count / total : 0
    return { from, until: before, name: `pie-${(i % 8) + 1}` }
  })
  return (
    <svg class="pie" viewBox="-1.02 -1.02 2.04 2.04" aria-hidden="true">
      <circle class="bar-ground" r="1" />
      {slices.map(({ from, until, name }) => (
        <Slice from={from} until={until} name={name} />
      ))}
    </svg>
  )
}

/** `from` and `until` are fractions of the pie. A full slice is a circle, because an arc cannot close on itself. */
function Slice({ from, until, name }: { from: number; until: number; name: string }) {
  const share = until - from
  if (share <= 0) return null
  if (share > 0.9999) return <circle class={name} r="1" />
  const at = (slice: number) =>
    `${Math.sin(slice * 2 * Math.PI).toFixed(4)} ${(-Math.cos(slice * 2 * Math.PI)).toFixed(4)}`
  return <path class={name} d={`M0 0 L${at(from)} A1 1 0 ${share > 0.5 ? 1 : 0} 1 ${at(until)} Z`} />
}
