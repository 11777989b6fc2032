import type { ErrorReply } from 'redis'

type Library = typeof import('redis')

let loading: Promise<Library> | undefined
let loaded: Library | undefined

/**
 * Loads the library when it is first needed. Loading its 600 files takes 200 ms and 20 MB, and settings can be
 * validated without it.
 */
export function loadRedis(): Promise<Library> {
  loading ??= import('redis').then(library => {
    loaded = library
    return library
  })
  return loading
}

/** Whether an error is an error reply, which can only occur after the library has been loaded. */
export const isErrorReply = (error: unknown): error is ErrorReply =>
  loaded !== undefined && error instanceof loaded.ErrorReply
