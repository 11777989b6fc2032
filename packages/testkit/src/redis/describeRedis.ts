type Describe = (name: string, body: () => void) => unknown

/** Describes what needs a real server, with the path of its program; left out where the machine has none. */
export function describeRedis(
  describe: Describe & { readonly skip: Describe },
  name: string,
  define: (program: string) => void,
): void {
  const program = process.env.PLENUM_TEST_REDIS
  if (program) describe(name, () => define(program))
  // The reporter of tests that were left out knows them by this name.
  else describe.skip(`${name} (needs a Redis server)`, () => define(''))
}
