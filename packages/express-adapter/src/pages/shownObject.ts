import { DomainError } from '@plenum/core'
import { joinPath } from '@plenum/core/ports'
import type { RoutePage } from '../exchange/route.js'
import { isOmittedRefusal } from './parts/pageParts.js'

type ObjectReply = Awaited<ReturnType<RoutePage['answer']>>

interface ShownObject {
  readonly reply: ObjectReply
  /** The path of the object on the page. */
  readonly path: string
}

/** Maximum number of default pages in a row: a default page may be a container with a default page. */
const maxSteps = 10

/**
 * The object that the page of a container shows: its default page, if the caller may view it; otherwise the container
 * itself (docs/content-and-access.md, Default pages, rule 3). `answerAt` answers the JSON of the object at a path.
 */
export async function shownObject(
  path: string,
  answerAt: (path: string) => Promise<ObjectReply>,
): Promise<ShownObject> {
  let shown: ShownObject = { reply: await answerAt(path), path }
  for (let step = 0; step < maxSteps; step++) {
    const id = defaultPageIn(shown.reply)
    const next = id === undefined ? null : joinPath(shown.path, id)
    const reply = next && (await unlessRefused(() => answerAt(next)))
    if (!next || !reply) return shown
    shown = { reply, path: next }
  }
  return shown
}

const defaultPageIn = (reply: ObjectReply): string | undefined =>
  reply.kind === 'subject' && reply.subject.view === 'object' ? reply.subject.answer.default_page : undefined

/** Null if the page was renamed, moved, hidden or deleted after the answer that names it. */
async function unlessRefused<T>(answer: () => Promise<T>): Promise<T | null> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof DomainError && isOmittedRefusal(error)) return null
    throw error
  }
}
