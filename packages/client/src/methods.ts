import type { Address, Answer, Body, MethodOf, Parameters, Segments } from './addresses.js'
import type { CallOptions } from './send.js'
import { encodeSegment } from './urls.js'

/**
 * The type of the argument after the segments: the query parameters of a GET request, or the JSON body of any other
 * request.
 */
type Input<A extends Address> =
  MethodOf<A> extends 'GET'
    ? [parameters?: Parameters<A>]
    : [Body<A>] extends [null]
      ? []
      : object extends Body<A>
        ? [body?: Body<A>]
        : [body: Body<A>]

type Arguments<A extends Address> = [...Segments<A>, ...Input<A>, options?: CallOptions]

export type ObjectMethods<Areas> = {
  readonly [Area in keyof Areas]: {
    readonly [M in keyof Areas[Area]]: Areas[Area][M] extends Address
      ? (path: string, ...rest: Arguments<Areas[Area][M]>) => Promise<Answer<Areas[Area][M]>>
      : never
  }
}

export type SiteMethods<Areas> = {
  readonly [Area in keyof Areas]: {
    readonly [M in keyof Areas[Area]]: Areas[Area][M] extends Address
      ? (...rest: Arguments<Areas[Area][M]>) => Promise<Answer<Areas[Area][M]>>
      : never
  }
}

export interface Call {
  readonly method: string
  /**
   * The encoded name of the endpoint and the segments after it, with a leading slash. An empty string refers to the
   * object itself.
   */
  readonly view: string
  /** The query parameters of a GET request, or the body of any other request. */
  readonly input: unknown
  readonly options: CallOptions | undefined
}

/**
 * Parses the arguments of a method: a value for each wildcard in the address, followed by the input and the options.
 * Throws a TypeError if a segment is empty.
 */
export function callOf(address: string, args: readonly unknown[]): Call {
  const rest = [...args]
  const [method = '', view = ''] = address.split(' ')
  const parts = view.split('/').flatMap(part => {
    if (part === '*') return encodeSegment(String(rest.shift() ?? ''))
    return part === '?' ? optionalSegment(rest) : part
  })
  const input = hasInput(method, view) ? rest.shift() : undefined
  return { method, view: view && `/${parts.join('/')}`, input, options: rest.shift() as CallOptions | undefined }
}

/**
 * Removes the optional segment from `rest`, and returns it in a list. The list is empty if the next argument is not a
 * string.
 */
function optionalSegment(rest: unknown[]): readonly string[] {
  const [next] = rest
  if (typeof next === 'string' || next === undefined) rest.shift()
  return typeof next === 'string' ? [encodeSegment(next)] : []
}

const hasInput = (method: string, view: string): boolean => method !== 'DELETE' || /^@(?:lock|aliases)$/.test(view)
