import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeRedis } from './describeRedis.js'
import { queryRedis } from './queryRedis.js'
import { startRedisCluster } from './redisCluster.js'

describeRedis(describe, 'a Redis cluster for tests', program => {
  it('has three masters, each with a replica', async () => {
    const { nodes, close } = await startRedisCluster(program)
    const roles = await Promise.all(nodes.map(({ port }) => queryRedis(port, 'ROLE')))
    expect(roles.map(role => /master|slave/.exec(role ?? '')?.[0])).toEqual([
      'master',
      'master',
      'master',
      'slave',
      'slave',
      'slave',
    ])
    await close()
  })

  it('stops all servers if one does not start', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'plenum-cluster-'))
    const started = path.join(directory, 'started')
    const failing = path.join(directory, 'failing')
    // A program that fails when it is first started. Every later process records its process id and is then replaced
    // with the server.
    writeFileSync(
      failing,
      `#!/bin/sh\nmkdir ${directory}/failed 2>/dev/null && exit 1\necho $$ >> ${started}\nexec ${program} "$@"\n`,
    )
    chmodSync(failing, 0o700)
    await expect(startRedisCluster(failing)).rejects.toThrow('ended with 1')
    const processes = readFileSync(started, 'utf8').trim().split('\n').map(Number)
    rmSync(directory, { recursive: true })
    expect(processes).toHaveLength(5)
    for (const id of processes) expect(() => process.kill(id, 0)).toThrow('ESRCH')
  })
})
