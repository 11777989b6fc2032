import { asOwner, type PublishedProgramme } from '@plenum/core'
import { createApp, feedRoutes } from '@plenum/express-adapter'
import { feeds } from '@plenum/feeds'
import { createTestSite, testBase } from '@plenum/testkit'
import fc from 'fast-check'
import request from 'supertest'
import { anyProgramme, importableProgramme } from '../test/arbitraryProgrammes.js'
import { scheduleFormats } from '../test/scheduleFormats.js'
import { readScheduleFile } from './programme/readScheduleFile.js'

const numRuns = process.env.ALL_TESTS ? 200 : 25
const slice = { isOver: () => false, next: async () => {} }

async function feedOf(view: string, programme: PublishedProgramme): Promise<string> {
  const feed = feeds.find(each => each.view === view)
  const run = (async () => programme) as never
  const at = { base: testBase, host: 'light.example', url: `${testBase}/${view}`, query: new Map(), slice }
  return (await feed?.text({ run }, { path: '/' } as never, at as never)) ?? ''
}

describe('files for schedule apps (docs/schedule.md, Files for schedule apps)', () => {
  const formats = scheduleFormats()
  const its = formats ? it : it.skip
  its(
    `match the schemas of their makers for ${numRuns} random programmes`,
    async () => {
      const xml: string[] = []
      await fc.assert(
        fc.asyncProperty(anyProgramme, async programme => {
          expect(formats?.frabJson(await feedOf('@@schedule.json', programme))).toBeNull()
          expect(formats?.schedule2(await feedOf('@@schedule2.json', programme))).toBeNull()
          xml.push(await feedOf('@@schedule.xml', programme))
        }),
        { numRuns },
      )
      expect(await formats?.frabXml(xml)).toEqual([])
    },
    120_000,
  )

  it(`change nothing when they are imported again, for ${numRuns} random programmes`, async () => {
    await fc.assert(
      fc.asyncProperty(importableProgramme, async programme => {
        const site = await createTestSite()
        const importText = async (text: string) => {
          const reading = readScheduleFile(text, { timezone: programme.timezone })
          if (!reading.ok) throw new Error(JSON.stringify(reading.faults))
          const { programme: file } = reading
          return asOwner(site.site, 'importProgramme', { programme: file, author: 'max', retractMissing: false })
        }
        fc.pre(programme.slots.length > 0)
        await importText(await feedOf('@@schedule.json', programme))
        const app = createApp(site.site, { routes: feedRoutes(feeds), publicUrl: 'https://light.example' })
        for (const form of ['json', 'xml']) {
          const { text } = await request(app).get(`/@@schedule.${form}`).buffer().expect(200)
          expect(await importText(text)).toMatchObject({ created: 0, updated: 0, retracted: 0, missing: [] })
        }
      }),
      { numRuns, endOnFailure: true },
    )
  }, 120_000)
})
