import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '@plenum/express-adapter'
import { basicAuthorization, password, plainPages } from '@plenum/testkit'
import { matrixRequests } from './matrixRequests.js'
import { callers, idOf, openMatrixSite } from './openMatrixSite.js'
import { routesOf } from './ownOperations.js'
import type { Cell } from './readMatrix.js'

/**
 * Tests each cell over HTTP, and returns the differences, such as `POST /{path} (Pages, private): Member gets 201, not
 * 401`. Opens a new site after a request has changed the site, because the change could affect other cells.
 */
export async function testMatrix(cells: readonly Cell[]): Promise<readonly string[]> {
  const differences: string[] = []
  let server = await openServer()
  for (const cell of cells) {
    const { answer, hasChanged } = await send(server.url, cell)
    if (answer !== cell.answer) differences.push(wordDifference(cell, answer))
    if (!hasChanged) continue
    server.close()
    server = await openServer()
  }
  server.close()
  return differences
}

const wordDifference = ({ endpoint, section, state, caller, answer }: Cell, actual: string): string =>
  `${endpoint} (${section}, ${state}): ${caller} gets ${actual}, not ${answer}`

async function openServer() {
  const site = await openMatrixSite()
  const server = createServer(createApp(site, { html: plainPages, routes: routesOf(site) }))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: (): void => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const mediaTypes = (csv: string | undefined): Record<string, string> =>
  csv === undefined ? { 'content-type': 'application/json' } : { 'content-type': 'text/csv', accept: 'text/csv' }

async function send(url: string, { endpoint, section, state, caller }: Cell) {
  const [method = '', address = ''] = endpoint.split(' ')
  const { path = address, body, csv } = matrixRequests[endpoint] ?? {}
  const fill = (text: string): string => text.replaceAll('{path}', idOf(section, state))
  const name = callers[caller]
  const response = await fetch(url + fill(path), {
    method,
    headers: { ...mediaTypes(csv), ...(name ? basicAuthorization(name, password) : {}) },
    ...(body ? { body: fill(JSON.stringify(body)) } : csv ? { body: csv } : {}),
  })
  const text = await response.text()
  const isEmpty = text !== '' && /^\[\s*\]$/.test(text)
  return {
    answer: isEmpty ? `${response.status} []` : String(response.status),
    hasChanged: method !== 'GET' && response.ok,
  }
}
