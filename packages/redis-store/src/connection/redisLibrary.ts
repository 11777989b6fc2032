import type { ErrorReply } from 'redis'

type Library = typeof import('redis')

let loading: Promise<Library> | undefined
let loaded: Library | undefined

/** Loads the client when a server is needed: its 600 files take 200 ms and 20 MB, and settings are judged without it. */
export function loadRedis(): Promise<Library> {
  loading ??= import('redis').then(library => {
    loaded = library
    return library
  })
  return loading
}

/** Whether an error is the answer of a server. None has answered before the client is loaded. */
export function isErrorReply(error: unknown): error is ErrorReply {
  return loaded !== undefined && error instanceof loaded.ErrorReply
}
