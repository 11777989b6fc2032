/**
 * The error that is thrown if the types, behaviors and workflows of a site contradict each other. `problems` contains
 * one sentence per contradiction.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError'

  constructor(readonly problems: readonly string[]) {
    super(['The model of the site has errors:', ...problems].join('\n  '))
  }
}
