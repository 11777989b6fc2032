import type { IncomingMessage, ServerResponse } from 'node:http'

const heldBack = new WeakSet<IncomingMessage>()

/** Marks a request whose client waits for `100 Continue` before it sends the body. */
export function holdBodyBack(req: IncomingMessage): void {
  heldBack.add(req)
}

/** Whether the client still waits for `100 Continue`. */
export const isBodyHeldBack = (req: IncomingMessage): boolean => heldBack.has(req)

export function sendContinue(req: IncomingMessage, res: ServerResponse): void {
  if (heldBack.delete(req)) res.writeContinue()
}
