/** The functions of a test runner that the suites call. Jest, Vitest and node:test provide these functions. */
export interface Runner {
  describe(name: string, body: () => void): unknown
  it(name: string, body: () => Promise<void>, timeout?: number): unknown
}

export type Cases<T> = Readonly<Record<string, (subject: T) => Promise<void>>>

/** Runs each test with a new subject, which is closed even if the test fails. */
export function runCases<T>(
  { it }: Runner,
  cases: Cases<T>,
  open: () => Promise<{ subject: T; close(): Promise<void> }>,
): void {
  for (const [statement, check] of Object.entries(cases)) {
    it(statement, async () => {
      const { subject, close } = await open()
      try {
        await check(subject)
      } finally {
        await close()
      }
    })
  }
}
