interface Refused {
  readonly status: number
  readonly data: { readonly type?: string; readonly error?: { readonly type: string } } | null
}

/**
 * Returns the status and the type of a refusal in an axios error, such as `[404, 'NotFound']`. If the request was not
 * refused, returns the response, so that the failing test shows it.
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
