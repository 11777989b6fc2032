import type { BlockTypeCounts, BlockTypeUses } from '../../answers/site.js'
import type { ContentNode } from '../../content/node/node.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { rootPath, trimPath, urlOf } from '../../foundation/paths.js'
import { eachOf } from '../../foundation/scheduler.js'
import type { Operation } from '../run/operation.js'
import { administration, type RequestContext } from '../run/requestContext.js'

/** `GET /@blocktypes` returns the number of blocks of each type (docs/site-settings.md, System, rule 4). */
export const countBlockTypes: Operation<undefined, BlockTypeCounts> = {
  ...administration,
  async run(context) {
    const counts = new Map<string, number>()
    for await (const { fields } of nodesBelow(context, rootPath))
      for (const { '@type': type } of nestedBlocks(fields.blocks))
        if (typeof type === 'string') counts.set(type, (counts.get(type) ?? 0) + 1)
    return { answer: Object.fromEntries([...counts].sort(([, a], [, b]) => b - a).slice(0, maxTypes)) }
  },
}

export interface BlockTypeInput {
  readonly type: string
  readonly path: string
}

/**
 * `GET /@blocktypes/{type}` returns the objects that contain blocks of this type (docs/site-settings.md, System, rule
 * 4).
 */
export const listBlockTypeUses: Operation<BlockTypeInput, BlockTypeUses> = {
  ...administration,
  async run(context, { type, path }) {
    const uses: BlockTypeUses[number][] = []
    for await (const node of nodesBelow(context, path)) {
      const count = countOf(node, type)
      if (count > 0 && uses.length < maxUses)
        uses.push({ '@id': urlOf(context.base, node.path), title: String(node.fields.title ?? ''), count })
    }
    return { answer: uses }
  },
}

const maxTypes = 1000
const maxUses = 10_000

function countOf({ fields }: ContentNode, type: string): number {
  let count = 0
  for (const block of nestedBlocks(fields.blocks)) if (block['@type'] === type) count += 1
  return count
}

function nodesBelow({ reader, task }: RequestContext, path: string): AsyncIterable<ContentNode> {
  task.expectLong()
  return eachOf(reader.subtree(trimPath(path)), task)
}

/** Yields all blocks, including blocks that are nested in the keys `blocks` and `data.blocks` of other blocks. */
function* nestedBlocks(blocks: JsonValue | undefined): Generator<JsonObject> {
  const pending: JsonValue[] = isJsonObject(blocks) ? Object.values(blocks) : []
  for (let block = pending.pop(); block !== undefined; block = pending.pop()) {
    if (!isJsonObject(block)) continue
    yield block
    for (const { blocks: inner } of [block, isJsonObject(block.data) ? block.data : {}])
      if (isJsonObject(inner)) for (const nested of Object.values(inner)) pending.push(nested)
  }
}
