import { once } from 'node:events'
import { connect } from 'node:net'

/** Returns the raw reply to a command, or undefined if no reply arrives within `timeout` milliseconds. */
export async function queryRedis(port: number, command: string, timeout = 2000): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  try {
    socket.write(`${command}\r\n`)
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(timeout) })
    return String(answer).trim()
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}
