import type { IncomingMessage, ServerResponse } from 'node:http'

const heldBack = new WeakSet<IncomingMessage>()

export function holdBodyBack(req: IncomingMessage): void {
  heldBack.add(req)
}

export const isBodyHeldBack = (req: IncomingMessage): boolean => heldBack.has(req)

export function sendContinue(req: IncomingMessage, res: ServerResponse): void {
  if (heldBack.delete(req)) res.writeContinue()
}
