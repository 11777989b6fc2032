export { type Codec, v8Codec } from './codec.js'
export { connectRedis, type RedisAddress } from './connectRedis.js'
export {
  nodesOfClient,
  nodesOfCluster,
  nodesOfSentinel,
  type OwnConnection,
  type RedisClient,
  type RedisCluster,
  type RedisNodes,
  type RedisSentinel,
  type Send,
} from './redisNodes.js'
export { type RedisStoreOptions, redisStore } from './redisStore.js'
