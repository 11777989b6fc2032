import type { ErrorReply } from 'redis'

type Library = typeof import('redis')

let loading: Promise<Library> | undefined
let loaded: Library | undefined

/**
 * Loads the library on first use. Loading its 600 files takes 200 ms and 20 MB, and validating settings does not
 * require it.
 */
export function loadRedis(): Promise<Library> {
  loading ??= import('redis').then(library => {
    loaded = library
    return library
  })
  return loading
}

/** Whether an error is an error reply from a server. Such an error can occur only after the library has been loaded. */
export const isErrorReply = (error: unknown): error is ErrorReply =>
  loaded !== undefined && error instanceof loaded.ErrorReply
