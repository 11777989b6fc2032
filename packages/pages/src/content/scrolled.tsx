import type { ComponentChildren } from 'preact'

/** What may be wider than the screen: it is scrolled by itself, with the keyboard too. */
export function Scrolled({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop no key would scroll it
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
