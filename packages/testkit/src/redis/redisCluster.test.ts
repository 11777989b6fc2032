import { askRedis } from './askRedis.js'
import { describeRedis } from './describeRedis.js'
import { startRedisCluster } from './redisCluster.js'

describeRedis(describe, 'a Redis cluster for tests', program => {
  it('has three masters, each with a replica', async () => {
    const { nodes, close } = await startRedisCluster(program)
    const roles = await Promise.all(nodes.map(({ port }) => askRedis(port, 'ROLE')))
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
})
