/** What a suite needs of a test runner; those of jest, vitest and node:test fit. */
export interface Runner {
  describe(name: string, body: () => void): unknown
  it(name: string, body: () => Promise<void>, timeout?: number): unknown
}

/** Checks by what they state. */
export type Cases<T> = Readonly<Record<string, (subject: T) => Promise<void>>>

/** Runs each check on a subject of its own, which is closed whatever happens. */
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
