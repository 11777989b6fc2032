import {
  createPrograms,
  eventually,
  freePort,
  isAlive,
  type Programs,
  startWorkers,
  workerClient,
} from '@plenum/testkit'

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

describe('several workers that fail (docs/operate.md, Several processes)', () => {
  it('are replaced when they die, while the others serve and no confirmed write is lost', async () => {
    const port = await freePort()
    const service = await startWorkers(programs, { PORT: String(port) })
    const acknowledged: string[] = []
    let isOver = false
    const write = async (writer: number) => {
      for (let i = 0; !isOver; i++) {
        const id = `page-${writer}-${i}`
        const own = workerClient(service.url)
        const body = { '@type': 'Document', id, title: id }
        // When a worker is killed, its connections end, so it is unknown whether a write without a response has created
        // the page.
        const answer = await own.send('/', { method: 'POST', body }).catch(() => null)
        own.close()
        if (answer?.status === 201) acknowledged.push(id)
      }
    }
    const writers = [1, 2, 3, 4].map(write)
    await eventually('writes', () => acknowledged.length > 20)
    for (let death = 1; death <= 2; death++) {
      process.kill(service.workers().at(-1)?.pid ?? 0, 'SIGKILL')
      const before = acknowledged.length
      await eventually('others go on', () => acknowledged.length > before + 5)
      await eventually('another one', () => service.workers().length === 2 + death)
    }
    isOver = true
    await Promise.all(writers)
    const { body } = await workerClient(service.url).send('/@search?b_size=100000&portal_type=Document')
    const stored = new Set((body.items as { readonly '@id': string }[]).map(item => item['@id'].split('/').at(-1)))
    expect(acknowledged.filter(id => !stored.has(id))).toEqual([])
    expect(await service.stop()).toBe(0)
  })

  it('exit when the primary process is killed', async () => {
    const { server, workers, clients } = await startWorkers(programs)
    const pids = workers().map(({ pid = 0 }) => pid)
    for (const { close } of clients) close()
    await server.kill()
    await eventually('they are gone', () => !pids.some(isAlive))
  })

  it('that are killed immediately are replaced with a delay', async () => {
    const service = await startWorkers(programs)
    const second = service.workers()[1]?.pid ?? 0
    process.kill(second, 'SIGKILL')
    for (let i = 3; i <= 5; i++) {
      await eventually('another one', () => service.workers().length === i)
      process.kill(service.workers().at(-1)?.pid ?? 0, 'SIGKILL')
    }
    const pauses = () => service.lines().flatMap(({ msg, pause }) => (msg === 'worker ended' ? [pause] : []))
    await eventually('the last end', () => pauses().length === 4)
    expect(pauses()).toEqual([100, 200, 400, 800])
    expect((await service.clients[0].send('/')).status).toBe(200)
    await service.stop()
  })
})
