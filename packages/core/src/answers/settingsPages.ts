import type { FormSection } from './formControls.js'

/** `GET /@@settings`: the panels of settings that the caller may use (docs/site-settings.md, Panels). */
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

/** `GET /@@settings/{name}`: the form of a panel (docs/site-settings.md, Panels). */
export type PanelPagePayload = {
  readonly '@id': string
  readonly name: string
  readonly title: string
  readonly sections: readonly FormSection[]
}

/** `GET /@@setup`: the first-run page (docs/site-settings.md, First run). */
export type SetupPayload = {
  readonly '@id': string
  /**
   * Whether the site has not been set up yet. If it has been set up, the page contains only links to the next steps.
   */
  readonly is_open: boolean
  /** The form that sets up the site. Empty if the site has been set up. */
  readonly sections: readonly FormSection[]
}
