import { ok, type Payload, type Reply } from '../exchange/reply.js'

export const formReply = <Form extends Payload>({ form }: { readonly form: Form }): Reply<Form> => ok(form)
