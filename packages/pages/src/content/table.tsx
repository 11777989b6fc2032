import type { ComponentChildren } from 'preact'

export function ScrollArea({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop no key would scroll it
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

interface TableProps {
  readonly label: string
  readonly class?: string
  /** The column headings. A column without a heading has an empty string. */
  readonly columns: readonly string[]
  readonly children: ComponentChildren
}

export function Table({ label, class: name, columns, children }: TableProps) {
  return (
    <ScrollArea label={label}>
      <table class={name}>
        <thead>
          <tr>{columns.map(column => (column === '' ? <td /> : <th scope="col">{column}</th>))}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollArea>
  )
}

/** Renders a number in a table cell, with a label for narrow screens, where tables have no headings. */
export function Figure({ label, value }: { label: string; value: number }) {
  return (
    <td class="figure">
      <span class="cell-label">{label} </span>
      {value}
    </td>
  )
}

/** Renders a tick mark or a dash. Screen readers read `text` instead of the symbol. */
export function Tick({ isSet, text }: { isSet: boolean; text: string }) {
  return (
    <>
      <span aria-hidden="true">{isSet ? '✓' : '–'}</span>
      <span class="hidden">{text}</span>
    </>
  )
}
