import type { Config } from '../config.js'
import { requireFree } from '../listeners.js'
import { StartError } from '../startError.js'
import { fault, type Problem } from './problem.js'

/** The maximum time to wait for a response from a service that uses the port, in milliseconds. */
const answerTimeout = 2000

/** Reports a problem for each port that is neither free nor used by this service. */
export async function checkPorts({ host, port, metricsPort }: Pick<Config, 'host' | 'port' | 'metricsPort'>) {
  const problems = await checkPort({ host, port, setting: 'PORT', path: '/healthz', sign: '"alive":true' })
  if (metricsPort === null) return problems
  const metrics = { host, port: metricsPort, setting: 'METRICS_PORT', path: '/metrics', sign: 'plenum_' }
  return [...problems, ...(await checkPort(metrics))]
}

interface Port {
  readonly host: string
  readonly port: number
  readonly setting: string
  /** A path of the service. If the response contains `sign`, the program that uses the port is this service. */
  readonly path: string
  readonly sign: string
}

async function checkPort(at: Port): Promise<readonly Problem[]> {
  try {
    await requireFree(at, at.setting)
    return []
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    if (await isService(at)) return []
    return [
      fault(
        error.message,
        'Follow the advice in the message; if the port belongs to the service itself, the service does not respond.',
      ),
    ]
  }
}

async function isService({ host, port, path, sign }: Port): Promise<boolean> {
  const name = host.includes(':') ? `[${host}]` : host
  try {
    const response = await fetch(`http://${name}:${port}${path}`, { signal: AbortSignal.timeout(answerTimeout) })
    return response.ok && (await response.text()).includes(sign)
  } catch {
    return false
  }
}
