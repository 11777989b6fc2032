import type { IncomingMessage, ServerResponse } from 'node:http'

const heldBack = new WeakSet<IncomingMessage>()

/** Notes that a client waits to be asked for the body (`Expect: 100-continue`). */
export function holdBodyBack(req: IncomingMessage): void {
  heldBack.add(req)
}

/** Whether the client still waits to be asked. */
export function isBodyHeldBack(req: IncomingMessage): boolean {
  return heldBack.has(req)
}

export function askForBody(req: IncomingMessage, res: ServerResponse): void {
  if (heldBack.delete(req)) res.writeContinue()
}
