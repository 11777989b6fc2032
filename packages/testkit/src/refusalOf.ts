interface Refused {
  readonly status: number
  readonly data: { readonly type?: string; readonly error?: { readonly type: string } } | null
}

/**
 * Status and type of the refusal that a client threw, from where axios keeps them: `[404, 'NotFound']`. The answer
 * itself when there was no refusal, so that a test shows what it got instead.
 */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call
  } catch (error) {
    const { response } = error as { readonly response?: Refused }
    if (!response) throw error
    return [response.status, response.data?.error?.type ?? response.data?.type]
  }
}
