import type { Lineage } from '../node/node.js'
import type { PublicForm, Registry } from './model.js'

export function publicFormOf({ types }: Pick<Registry, 'types'>, lineage: Lineage): PublicForm | undefined {
  const type = types.get(lineage.at(-1)?.type ?? '')
  return type?.allBehaviors.find(({ publicForm }) => publicForm)?.publicForm?.(lineage)
}

export function hiddenAlong({ types }: Pick<Registry, 'types'>, lineage: Lineage): readonly Lineage[] {
  const hidden: Lineage[] = []
  for (const [i, { type }] of lineage.entries()) {
    const publicForm = types.get(type)?.allBehaviors.find(behavior => behavior.publicForm)?.publicForm
    const along = publicForm && lineage.slice(0, i + 1)
    if (along && publicForm(along)?.isHidden) hidden.push(along)
  }
  return hidden
}
