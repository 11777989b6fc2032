export interface RedisMachine {
  find(): string | undefined
  install(): void
  /** Whether the machine is a CI machine, on which tests may install programs and no test may be skipped. */
  readonly isCi: boolean
}

/**
 * Returns the path of a Redis server. The server is only installed in CI. On other machines without a server, returns
 * undefined.
 */
export function redisForTests({ find, install, isCi }: RedisMachine): string | undefined {
  const program = find()
  if (program || !isCi) return program
  install()
  const installed = find()
  if (!installed) throw new Error('The tests need redis-server or valkey-server. Please install one.')
  return installed
}
