import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'

/** All blocks by id, and those nested in `blocks` and `data.blocks` of other blocks. */
export function* nestedBlocks(blocks: JsonValue | undefined): Generator<JsonObject> {
  const pending: JsonValue[] = isJsonObject(blocks) ? Object.values(blocks) : []
  for (let block = pending.pop(); block !== undefined; block = pending.pop()) {
    if (!isJsonObject(block)) continue
    yield block
    for (const { blocks: inner } of [block, isJsonObject(block.data) ? block.data : {}])
      if (isJsonObject(inner)) for (const nested of Object.values(inner)) pending.push(nested)
  }
}
