import { allParts, type FillingPart, type Part, partKinds } from '@plenum/core/ports'
import { entryAt } from './populate.js'
import type { Stores } from './testedStores.js'

export function partsIn({ whole }: Pick<Stores, 'whole'>): Promise<Part[]> {
  return whole.read(async reader => {
    const parts: Part[] = []
    for await (const part of allParts(reader, partKinds)) parts.push(part)
    return parts
  })
}

export async function* filling(parts: Iterable<Part>): AsyncGenerator<FillingPart> {
  for (const { kind, part } of parts as Iterable<Part>)
    yield (
      kind === 'object' ? { kind, part: { ...part, entry: entryAt(part.node.path) } } : { kind, part }
    ) as FillingPart
}
