import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { openOutbox } from './openOutbox.js'

interface Received {
  readonly recipients: string[]
  readonly texts: string[]
}

function listenForMail({ recipients, texts }: Received): Promise<Server> {
  const server = createServer(socket => {
    let text: string | undefined
    socket.write('220 mail.example.org\r\n')
    socket.on('error', () => {})
    socket.on('data', data => {
      for (const line of data.toString().split('\r\n').slice(0, -1)) {
        if (text !== undefined) {
          if (line !== '.') text += `${line}\n`
          else {
            texts.push(text)
            text = undefined
            socket.write('250 ok\r\n')
          }
        } else if (line === 'DATA') {
          text = ''
          socket.write('354 go on\r\n')
        } else if (line.startsWith('RCPT TO:<full@')) socket.write(`552 no room for ${line.slice(8)}\r\n`)
        else {
          if (line.startsWith('RCPT')) recipients.push(line)
          socket.write('250 ok\r\n')
        }
      }
    })
  })
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const mail = (to: string) => ({ to, subject: 'Grüße', text: 'Here: https://www.example.org/passwordreset/secret\n' })

const logged: unknown[][] = []
const note = (...line: unknown[]) => void logged.push(line)
const log = { info: note, warn: note, error: note }

let server: Server
let received: Received

beforeEach(async () => {
  received = { recipients: [], texts: [] }
  logged.splice(0)
  server = await listenForMail(received)
})

afterEach(() => new Promise(resolve => server.close(resolve)))

const open = () => {
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return openOutbox({ url, from: 'Tides <site@example.org>', base: 'https://www.example.org' }, log)
}

describe('an outbox', () => {
  it('sends queued emails in the background, from the configured sender', async () => {
    const { mailer, close } = open()
    mailer.post(async () => mail('ada@example.org'))
    mailer.post(async () => null)
    expect(received.texts).toEqual([])
    await close()
    expect(received.texts).toHaveLength(1)
    const [text] = received.texts
    expect(text).toMatch(/^From: Tides <site@example.org>$/m)
    expect(text).toMatch(/^To: ada@example.org$/m)
    expect(text).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(text).toContain('https://www.example.org/passwordreset/secret')
  })

  it('continues after an email that cannot be built or sent; the log states the reason, but neither address nor text', async () => {
    const { mailer, close } = open()
    mailer.post(async () => {
      throw new Error('no such table')
    })
    mailer.post(async () => mail('full@example.org'))
    mailer.post(async () => mail('ada@example.org'))
    await close()
    expect(received.texts).toHaveLength(1)
    const text = JSON.stringify(logged)
    expect(text).toMatch(/no such table/)
    expect(text).toMatch(/552/)
    expect(text).not.toMatch(/@|secret/)
  })

  it('adds no recipient through characters of an address', async () => {
    const { mailer, close } = open()
    mailer.post(async () => mail('ada@example.org, eve@example.org\r\nBcc: mal@example.org'))
    await close()
    expect(received.recipients).toHaveLength(1)
    expect(received.texts.join('')).not.toMatch(/^Bcc/m)
  })

  it('queues 100 emails, and drops further ones', async () => {
    const { mailer, close } = open()
    let prepared = 0
    for (let i = 0; i < 101; i++)
      mailer.post(async () => {
        prepared += 1
        return null
      })
    await close()
    expect(prepared).toBe(100)
    expect(logged).toEqual([[{ limit: 100 }, 'mail dropped']])
  })

  it('accepts an email while another one is being sent, after any number of requests for unknown users', async () => {
    const { mailer, close } = open()
    let finish = () => {}
    const isSent = new Promise<void>(resolve => {
      finish = resolve
    })
    server.prependListener('connection', socket => {
      socket.pause()
      isSent.then(() => socket.resume())
    })
    mailer.post(async () => mail('ada@example.org'))
    for (let i = 0; i < 150; i++)
      await new Promise<void>(resolve =>
        mailer.post(async () => {
          resolve()
          return null
        }),
      )
    mailer.post(async () => mail('bob@example.org'))
    finish()
    await close()
    expect(received.recipients).toEqual(['RCPT TO:<ada@example.org>', 'RCPT TO:<bob@example.org>'])
  })

  it('waits for the mail server no longer than the grace period', async () => {
    const { mailer, close } = open()
    mailer.post(() => new Promise(() => {}))
    await close(AbortSignal.timeout(20))
  })
})
