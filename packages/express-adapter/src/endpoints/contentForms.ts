import { ok, type Payload, type Reply } from '../exchange/reply.js'

/** Creates the reply to a GET of a form for content. */
export const formReply = <Form extends Payload>({ form }: { readonly form: Form }): Reply<Form> => ok(form)
