import {
  connectRaw,
  createTestSite,
  eventually,
  formTokenIn,
  listenOn,
  pageBrowser,
  password,
  plainPages,
  type TestSite,
} from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'
import { createServer } from './createServer.js'
import { type BodyBudget, createBodyBudget } from './guards/bodies/bodyBudget.js'
import type { EdgeLimits } from './guards/limits.js'

const KiB = 1024
const host = 'site.example'
const patient = { idle: 600_000, window: 600_000, rate: 1 }

let test: TestSite
/** The number of bytes of memory that the bodies of unfinished requests occupy. */
let held: number

beforeEach(async () => {
  test = await createTestSite()
  held = 0
})

function countingBudget(): BodyBudget {
  const budget = createBodyBudget(4096 * KiB)
  return {
    ...budget,
    enter: sender => {
      const share = budget.enter(sender)
      let own = 0
      const change = (bytes: number) => {
        held += bytes - own
        own = bytes
      }
      return {
        ...share,
        hold: bytes => {
          change(bytes)
          share.hold(bytes)
        },
        leave: () => {
          change(0)
          share.leave()
        },
      }
    },
  }
}

async function headersOf(app: Express): Promise<{ readonly cookie: string; readonly token: string }> {
  const browser = pageBrowser(app)
  await browser.logIn('max')
  const token = formTokenIn((await browser.open('/@@add?type=File')).text)
  return { cookie: [...browser.cookies].map(pair => pair.join('=')).join('; '), token }
}

/** Sends the head and the first 200 KiB of a form with a file of 400 KiB. */
async function beginUpload(action: string, pace: EdgeLimits['pace']) {
  const app = createApp(test.site, { html: plainPages }, { pace, bodyBudget: countingBudget() })
  const { cookie, token } = await headersOf(app)
  const server = await listenOn(createServer(app))
  const connection = await connectRaw(server)
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields = field('token', token) + (action === 'add' ? field('type', 'File') + field('field.title', 'Fog') : '')
  const file = `--b\r\nContent-Disposition: form-data; name="field.file"; filename="fog.bin"\r\n\r\n`
  const begin = `${fields}${file}${'x'.repeat(200 * KiB)}`
  const head = [
    `POST /@@do/${action} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: http://${host}`,
    `Cookie: ${cookie}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${begin.length + 200 * KiB}`,
  ]
  connection.send(`${head.join('\r\n')}\r\n\r\n${begin}`)
  return { app, connection, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const objectsOn = async (app: Express) =>
  (await request(app).get('/').set({ Host: host, Accept: 'application/json' }).auth('max', password)).body.items_total

describe.each(['add', 'upload'])('an upload to @@do/%s', action => {
  it('that stalls is ended with 408, and leaves neither memory nor a file behind', async () => {
    const uploads = test.platform.pendingUploads
    const stored = uploads && jest.spyOn(uploads, 'add')
    await using begun = await beginUpload(action, { idle: 300, window: 600_000, rate: 1 })
    await begun.connection.ended
    expect(begun.connection.answers().map(({ status }) => status)).toEqual([408])
    await eventually('the memory to be free', () => held === 0)
    expect([await objectsOn(begun.app), stored?.mock.calls]).toEqual([0, []])
  })

  it('that the client aborts leaves neither memory nor a file behind', async () => {
    const uploads = test.platform.pendingUploads
    const stored = uploads && jest.spyOn(uploads, 'add')
    await using begun = await beginUpload(action, patient)
    await eventually('the body to arrive', () => held > 0)
    begun.connection.socket.destroy()
    await eventually('the memory to be free', () => held === 0)
    expect([await objectsOn(begun.app), stored?.mock.calls]).toEqual([0, []])
  })
})
