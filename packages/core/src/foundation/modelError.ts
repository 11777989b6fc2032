/** What a site is made of has faults: types, behaviors, workflows. `problems` has a sentence for each of them. */
export class ModelError extends Error {
  override readonly name = 'ModelError'

  constructor(readonly problems: readonly string[]) {
    super(['The model of the site has faults:', ...problems].join('\n  '))
  }
}
