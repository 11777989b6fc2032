import { spawnSync } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually, listenOn } from '@plenum/testkit'
import { readFairly } from './readFairly.js'

const program = `
const { connect } = require('node:net')
const addresses = [...Array(120).fill('127.0.0.2'), '127.0.0.3']
const send = async () => {
  for (const localAddress of addresses) {
    const socket = connect({ port: Number(process.argv[1]), host: '127.0.0.1', localAddress })
    socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n')
    await require('node:events').once(socket, 'connect')
  }
  setTimeout(() => process.exit(), 100)
}
send()`

describe('simultaneous connections', () => {
  it('are read in turn for each address: a new client waits for few of the many connections of another client', async () => {
    const addresses: string[] = []
    const plain = http.createServer((req, res) => {
      addresses.push(req.socket.remoteAddress ?? '')
      res.end()
    })
    readFairly(plain)
    await using server = await listenOn(plain)
    spawnSync(process.execPath, ['-e', program, String((server.address() as AddressInfo).port)])
    await eventually('all requests', () => addresses.length === 121)
    expect(addresses.indexOf('127.0.0.3')).toBeLessThan(4)
  })
})
