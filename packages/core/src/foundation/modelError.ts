/**
 * Reports contradictions between the types, behaviors and workflows of a site. `problems` contains one sentence per
 * problem.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError'

  constructor(readonly problems: readonly string[]) {
    super(['The model of the site has errors:', ...problems].join('\n  '))
  }
}
