/** A section of a form, usually shown as a tab. Title and description are message ids or literal texts. */
export interface Fieldset {
  readonly id: string
  readonly title: string
  readonly description?: string
}

/** The sections of stock types, in their usual order (docs/content-and-access.md, Schemas of types, rule 3). */
export const fieldsets = {
  default: { id: 'default', title: 'Default' },
  settings: { id: 'settings', title: 'Settings' },
  categorization: { id: 'categorization', title: 'Categorization' },
  dates: { id: 'dates', title: 'Dates' },
  ownership: { id: 'ownership', title: 'Ownership' },
  previewImage: { id: 'preview_image', title: 'Preview image' },
  layout: { id: 'layout', title: 'Layout' },
} as const satisfies Readonly<Record<string, Fieldset>>
