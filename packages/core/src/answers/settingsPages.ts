import type { FormSection } from './formControls.js'

/** The response to `GET /@@settings`: the panels that the caller may use (docs/site-settings.md, Panels). */
export type SettingsPagePayload = {
  readonly '@id': string
  readonly items: readonly {
    readonly name: string
    readonly title: string
    readonly group: string
    /** The titles of the settings in the panel. */
    readonly settings: readonly string[]
  }[]
}

/** The response to `GET /@@settings/{name}`: the form of a panel (docs/site-settings.md, Panels). */
export type PanelPagePayload = {
  readonly '@id': string
  readonly name: string
  readonly title: string
  readonly sections: readonly FormSection[]
}

/** The response to `GET /@@setup`: the first-run page (docs/site-settings.md, First run). */
export type SetupPayload = {
  readonly '@id': string
  /** Whether the site must still be set up. If it has been set up, the page contains only links to the next steps. */
  readonly is_open: boolean
  /** The form that sets up the site. The list is empty if the site has already been set up. */
  readonly sections: readonly FormSection[]
}
