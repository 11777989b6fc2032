import type { ComponentChildren } from 'preact'

/** A section that scrolls by itself if its content is wider than the screen, with the keyboard too. */
export function ScrollArea({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop no key would scroll it
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
