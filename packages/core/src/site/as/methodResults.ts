import type { ContentPayload } from '../../answers/content.js'
import type { PollPayload } from '../../answers/poll.js'
import { fullObject } from '../../foundation/writeJson.js'
import type { ContentAnswer } from '../operations/getContent.js'
import type { PollAnswer } from '../operations/polls.js'
import type { AnswerOf, OperationName } from '../operations.js'

const contentIn = ({ content, listing }: ContentAnswer): ContentPayload => ({
  ...fullObject(content),
  ...(listing ? { items: listing.items, items_total: listing.total } : {}),
})

/** Converts results that contain metadata for HTTP to plain payloads. */
export const methodResults = {
  getContent: contentIn,
  getVersion: contentIn,
  editContent: (answer: AnswerOf<'editContent'>): ContentPayload | null => answer && contentIn(answer),
  getPoll: ({ payload }: PollAnswer): PollPayload => payload,
} as const satisfies { readonly [N in OperationName]?: (answer: AnswerOf<N>) => unknown }
