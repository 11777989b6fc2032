import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { startSmtpSink } from '@plenum/testkit'
import { checkMailServer } from '../doctor/checkMail.js'
import { type ProbeStep, probeMailServer } from './probeMailServer.js'

const settingsOf = (url: string) => ({ url, from: 'Tides <site@example.org>', base: 'https://conf.example' })

async function stepsOf(url: string, address?: string): Promise<readonly ProbeStep[]> {
  const steps: ProbeStep[] = []
  for await (const step of probeMailServer(settingsOf(url), address)) steps.push(step)
  return steps
}

async function serverThat(greeting: string, reply: (command: string) => string = () => '') {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write(greeting)
    socket.on('data', command => socket.write(reply(String(command))))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  return {
    port,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

describe('the test of a mail server (docs/operate.md, Mail server)', () => {
  it('reports each step, and sends an email only to a specified address', async () => {
    const sink = await startSmtpSink()
    const { port } = new URL(sink.url)
    expect(await stepsOf(sink.url)).toEqual([
      { isOk: true, text: 'The host 127.0.0.1 has the address 127.0.0.1.', remedy: '' },
      { isOk: true, text: `The host accepts connections at port ${port}.`, remedy: '' },
      { isOk: true, text: 'The mail server accepts a session without a login.', remedy: '' },
    ])
    expect(await checkMailServer(settingsOf(sink.url))).toEqual([])
    expect(sink.accepted).toEqual([])
    const last = (await stepsOf(sink.url, 'ada@example.org')).at(-1)
    expect(last).toMatchObject({ isOk: true, text: expect.stringContaining('to ada@example.org') })
    expect(sink.accepted.map(({ to, headers }) => [to, headers.get('subject')])).toEqual([
      ['ada@example.org', 'Test email of conf.example'],
    ])
    await sink.close()
  })

  it('ends after the first step that fails, with a remedy and without the password', async () => {
    const [noHost] = await stepsOf('smtp://me:hunter2@no-such-host.invalid')
    expect(noHost).toMatchObject({ isOk: false, text: expect.stringMatching(/^The host no-such-host\.invalid has no/) })
    const closed = await serverThat('')
    closed.close()
    const refused = await stepsOf(`smtp://me:hunter2@127.0.0.1:${closed.port}`)
    expect(refused.map(({ isOk }) => isOk)).toEqual([true, false])
    expect(refused[1]?.text).toContain('ECONNREFUSED')
    expect(JSON.stringify([noHost, refused])).not.toContain('hunter2')
  })

  it('distinguishes a wrong login, another protocol and a refused email', async () => {
    const login = await serverThat('220 mail\r\n', command =>
      command.startsWith('EHLO') ? '250-mail\r\n250 AUTH PLAIN\r\n' : '535 wrong password\r\n',
    )
    const wrong = await stepsOf(`smtp://me:hunter2@127.0.0.1:${login.port}`)
    expect(wrong.at(-1)).toMatchObject({ isOk: false, text: expect.stringMatching(/rejects the login/) })
    expect(JSON.stringify(wrong)).not.toContain('hunter2')
    login.close()
    const right = await serverThat('220 mail\r\n', command =>
      command.startsWith('EHLO') ? '250-mail\r\n250 AUTH PLAIN\r\n' : '235 welcome\r\n',
    )
    const accepted = (await stepsOf(`smtp://me:hunter2@127.0.0.1:${right.port}`)).at(-1)
    expect(accepted?.text).toBe('The mail server accepts a session with the login of me.')
    right.close()
    const web = await serverThat('HTTP/1.1 400 Bad Request\r\n\r\n')
    const other = (await stepsOf(`smtp://127.0.0.1:${web.port}`)).at(-1)
    expect(other).toMatchObject({ isOk: false, text: expect.stringMatching(/does not begin a session/) })
    web.close()
    const sink = await startSmtpSink({ reply: () => '554 spam' })
    const withoutLogin = (await stepsOf(sink.url.replace('smtp://', 'smtp://me:hunter2@'))).at(-1)
    expect(withoutLogin?.text).toMatch(
      /accepts a session without a login: it offers none, so it ignores the name me\.$/,
    )
    const encrypted = (await stepsOf(sink.url.replace('smtp:', 'smtps:'))).at(-1)
    expect(encrypted?.text).toBe('The mail server does not begin a session (wrong version number).')
    const spam = (await stepsOf(sink.url, 'ada@example.org')).at(-1)
    expect(spam).toMatchObject({ isOk: false, text: expect.stringContaining('554 spam') })
    expect(await checkMailServer(settingsOf(sink.url))).toEqual([])
    await sink.close()
    expect(await checkMailServer(settingsOf(sink.url))).toMatchObject([{ isFault: true }])
  })
})
