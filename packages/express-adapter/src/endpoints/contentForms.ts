import type { FormReading } from '@plenum/core'
import type { ContentFormPayload } from '@plenum/core/answers'
import type { Reply } from '../exchange/reply.js'

/** Creates the reply to a GET of a form for content. */
export const formReply = ({ form }: FormReading): Reply<ContentFormPayload> => ({
  kind: 'json',
  status: 200,
  body: form,
})
