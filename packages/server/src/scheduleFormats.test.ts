import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { asOwner, type Programme } from '@plenum/core'
import { createApp, feedRoutes } from '@plenum/express-adapter'
import { feeds } from '@plenum/feeds'
import { createTestSite, type TestSite } from '@plenum/testkit'
import request from 'supertest'
import { scheduleFormats } from '../test/scheduleFormats.js'
import { readScheduleFile } from './programme/readScheduleFile.js'

const formats = scheduleFormats()
const its = formats ? it : it.skip

async function importFile(file: string): Promise<TestSite> {
  const site = await createTestSite()
  const reading = readScheduleFile(readFileSync(file, 'utf8'), {})
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults))
  await importProgramme(site, reading.programme)
  return site
}

const importProgramme = (site: TestSite, programme: Programme) =>
  asOwner(site.site, 'importProgramme', { programme, author: 'max', retractMissing: false })

async function problemsOf(site: TestSite): Promise<readonly (string | null)[]> {
  const app = createApp(site.site, { routes: feedRoutes(feeds), publicUrl: 'https://light.example' })
  const get = async (view: string) => (await request(app).get(`/${view}`).buffer().expect(200)).text
  return [
    formats?.frabJson(await get('@@schedule.json')) ?? null,
    formats?.schedule2(await get('@@schedule2.json')) ?? null,
    ...((await formats?.frabXml([await get('@@schedule.xml')])) ?? []),
  ]
}

describe('files for schedule apps match the schemas of their makers (docs/schedule.md)', () => {
  its('for the demonstration', async () => {
    const site = await importFile(path.join(__dirname, 'demonstration/schedule.json'))
    expect(await problemsOf(site)).toEqual([null, null])
  })

  its('for a site without any session', async () => {
    expect(await problemsOf(await createTestSite())).toEqual([null, null])
  })

  const camp = path.resolve(__dirname, '../../../../shared/data/frab-camp2019.json')
  if (!existsSync(camp)) process.stdout.write('The camp programme was skipped: it is not in the reference data.\n')
  const itsCamp = formats && existsSync(camp) ? it : it.skip
  itsCamp('for the camp programme', async () => {
    expect(await problemsOf(await importFile(camp))).toEqual([null, null])
  })
})
