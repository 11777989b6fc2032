import type { Task } from '../../../foundation/scheduler.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import { wholeOf } from '../../portable/wholeOf.js'
import type { Environment } from '../../run/environment.js'
import type { ContentImport, IncomingSite } from './incomingSite.js'

/**
 * The maximum number of bytes of files that are stored in one transaction. A larger file is stored in its own
 * transaction.
 */
const maxBatchBytes = 8 * 1024 * 1024

/** Stores the files of an import in several transactions, so that other writers can commit in between. */
export async function storeFiles(
  environment: Environment,
  { source, onProgress }: Pick<ContentImport, 'source' | 'onProgress'>,
  { digests, task }: { digests: ReadonlyMap<string, number>; task: Task },
): Promise<void> {
  const total = digests.size
  let done = 0
  for (const group of groupsOf(digests)) {
    const missing = await missingOf(environment, group)
    if (missing.length > 0) await wholeOf(environment).write(piecesOf(source, missing, task), task)
    done += group.length
    onProgress?.('files', done, total)
  }
}

function* groupsOf(digests: ReadonlyMap<string, number>): Generator<readonly string[]> {
  let group: string[] = []
  let bytes = 0
  for (const [digest, size] of digests) {
    if (group.length > 0 && bytes + size > maxBatchBytes) {
      yield group
      group = []
      bytes = 0
    }
    group.push(digest)
    bytes += size
  }
  if (group.length > 0) yield group
}

const missingOf = ({ store }: Environment, digests: readonly string[]): Promise<readonly string[]> =>
  store.read(async reader => {
    const missing: string[] = []
    for (const digest of digests) if ((await reader.filePiece(digest, 0)) === null) missing.push(digest)
    return missing
  })

async function* piecesOf(
  source: Pick<IncomingSite, 'bytes'>,
  digests: readonly string[],
  task: Task,
): AsyncGenerator<WholeChange> {
  for (const digest of digests) {
    let number = 0
    for await (const bytes of source.bytes(digest)) {
      if (task.isOver()) await task.next()
      yield { pieces: [{ digest, number, bytes }] }
      number += 1
    }
  }
}
