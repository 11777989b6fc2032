import path from 'node:path'
import { freePort } from './freePort.js'
import { type RedisServer, startRedis } from './redisServer.js'

/** A self-signed certificate for 127.0.0.1. It can be used only for tests, because its private key is public. */
export const testCertificate = path.join(import.meta.dirname, 'tls/certificate.pem')
const key = path.join(import.meta.dirname, 'tls/key.pem')

export async function startTlsRedis(program: string): Promise<RedisServer> {
  const port = await freePort()
  const settings = {
    'tls-port': String(port),
    'tls-cert-file': testCertificate,
    'tls-key-file': key,
    'tls-ca-cert-file': testCertificate,
    'tls-auth-clients': 'no',
  }
  return { ...(await startRedis(program, settings)), url: `rediss://127.0.0.1:${port}` }
}
