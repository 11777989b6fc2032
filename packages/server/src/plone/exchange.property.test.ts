import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { memoryStore, type Site } from '@plenum/core'
import { exchangeKeepsTheSite, runsOf } from '@plenum/testkit'
import { openDatabase } from '../database.js'
import { exportPlone } from './exportPlone.js'
import { importPlone } from './importPlone.js'

let place: string
let number = 0

beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), 'exchange-'))
})

afterAll(() => rmSync(place, { recursive: true, force: true }))

async function byFolder(from: Site, to: Site): Promise<void> {
  number += 1
  const folder = path.join(place, String(number))
  await exportPlone(from, folder, 'Plone')
  const lines: string[] = []
  const how = { mayMerge: false, skipsUnknown: false, isDry: false }
  const isDone = await importPlone(to, { folder, ...how }, { say: line => void lines.push(line) })
  if (!isDone) throw new Error(lines.join('\n'))
  rmSync(folder, { recursive: true })
}

describe('a random site that goes out and comes in again is as it was (docs/move-in.md, The way out)', () => {
  it('in memory', () => exchangeKeepsTheSite(async () => memoryStore(), byFolder, runsOf(130)), 120_000)

  it('in SQLite', () => {
    const open = async () => {
      number += 1
      return openDatabase(path.join(place, `${number}.sqlite`))
    }
    return exchangeKeepsTheSite(open, byFolder, runsOf(120))
  }, 120_000)
})
