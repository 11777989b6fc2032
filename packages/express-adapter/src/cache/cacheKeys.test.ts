import express, { type Request } from 'express'
import { requestKeysReader } from './cacheKeys.js'

function requestFrom(remoteAddress: string, url: string): Request {
  const app = express()
  const headers = { host: 'site.example' }
  const socket = { remoteAddress, localPort: 8080 }
  const get = (name: string) => headers[name as 'host']
  return {
    app,
    url,
    originalUrl: url,
    headers,
    rawHeaders: ['Host', headers.host],
    socket,
    get,
    protocol: 'http',
    host: headers.host,
  } as unknown as Request
}

describe('a cache key', () => {
  it.each([
    '/VirtualHostBase/http/other.example:80/VirtualHostRoot/news',
    'http://site.example/VirtualHostBase/http/other.example:80/VirtualHostRoot/news',
  ])('is computed without headers of an untrusted sender: %s', url => {
    const read = requestKeysReader({})
    expect(read(requestFrom('127.0.0.1', url))?.key).toContain('http://other.example')
    expect(read(requestFrom('192.0.2.1', url))).toBeNull()
    expect(read(requestFrom('127.0.0.1', url))?.key).toContain('http://other.example')
  })
})
