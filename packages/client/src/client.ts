import type {
  ContentPayload,
  ListedItem,
  PlacedProperty,
  PlannedTransition,
  TitledTerm,
  TransitionPayload,
  TransitionPreview,
  TypeSchemaPayload,
} from '@plenum/core/answers'
import type { AnswerAt, Body, Parameters } from './addresses.js'
import type { objectAreas, siteAreas } from './areas.js'
import type { Listing } from './listing.js'
import type { LiveOptions, LiveResults } from './liveResults.js'
import type { ObjectMethods, SiteMethods } from './methods.js'
import type { QueryParameters } from './queryString.js'
import type { ApiResponse, CallOptions, SendOptions } from './send.js'
import type { FileContent, Progress } from './uploads.js'

type Transition = Body<'POST @workflow/?'>

export interface RequestOptions extends SendOptions {
  readonly query?: QueryParameters
}

/** Options of a search. */
export interface SearchOptions extends CallOptions {
  /** The path of the object at or below which the objects are. Defaults to the site root. */
  readonly path?: string
}

export interface UploadOptions extends CallOptions {
  /** The file name. Defaults to the name of a File. */
  readonly name?: string
  /** The media type. Defaults to the type of a File or Blob. */
  readonly mediaType?: string
  /** Called while the body is sent. */
  readonly onProgress?: (progress: Progress) => void
}

export interface NewFileOptions extends UploadOptions {
  /** Further values of the new object. By default, its type is `Image` for images and otherwise `File`. */
  readonly values?: Partial<Body<'POST'>>
}

interface ObjectSpecials {
  readonly content: {
    /** Changes an object, and returns it. */
    update(path: string, changes: Body<'PATCH'>, options?: CallOptions): Promise<ContentPayload>
    /** The items of a container. */
    items(path: string, parameters?: Parameters<'GET'>, options?: CallOptions): Listing<ListedItem>
    transition(path: string, transition: string, body?: Transition, options?: CallOptions): Promise<TransitionPayload>
  }
  readonly workflow: {
    /** Returns the changes of a transition without running it. */
    preview(path: string, transition: string, body?: Transition, options?: CallOptions): Promise<TransitionPreview>
    plan(
      path: string,
      transition: string,
      body: Transition & { readonly at: string },
      options?: CallOptions,
    ): Promise<PlannedTransition>
  }
  readonly polls: {
    /** The results after each change, until the signal is aborted. */
    results(path: string, options?: LiveOptions): AsyncIterable<LiveResults>
  }
  readonly types: {
    /** The form for objects of a type as JSON schema. */
    schema(path: string, type: string, options?: CallOptions): Promise<TypeSchemaPayload>
    field(path: string, type: string, field: string, options?: CallOptions): Promise<PlacedProperty>
  }
  readonly querystring: {
    search(path: string, query: Body<'POST @querystring-search'>, options?: CallOptions): Listing<ListedItem>
  }
  readonly vocabularies: {
    /** All terms of a vocabulary, in batches. */
    terms(
      path: string,
      name: string,
      parameters?: Parameters<'GET @vocabularies/*'>,
      options?: CallOptions,
    ): Listing<TitledTerm>
  }
}

interface SiteSpecials {
  /** Searches an object and everything below it, by index. */
  search(parameters: Parameters<'GET @search'>, options?: SearchOptions): Listing<ListedItem>
  readonly uploads: {
    /** Adds a file or an image to a container. */
    create(container: string, content: FileContent, options?: NewFileOptions): Promise<ContentPayload>
    /** Replaces the file in a field of an object. */
    replace(path: string, field: string, content: FileContent, options?: UploadOptions): Promise<ContentPayload>
  }
  /** The current token. Null for visitors. */
  readonly token: string | null
  /** Logs in with a name and a password. The client then renews the token before it expires. */
  login(name: string, password: string, options?: CallOptions): Promise<void>
  /** Ends the login in the service, and forgets the token. */
  logout(options?: CallOptions): Promise<void>
  /** Replaces the token, for example with one that another tab has stored. */
  setToken(token: string | null): void
  /** Returns the ETag of the response that contained a payload, for `ifMatch`. Null if there is none. */
  etagOf(payload: object): string | null
  /**
   * Sends any request. The type of the body is that of the route if the path is a literal, such as `/@groups/crew`, and
   * `unknown` otherwise; a type argument selects another type. Throws an ApiError if the request is refused.
   */
  request<Own = never, const Method extends string = string, const Path extends string = string>(
    method: Method,
    path: Path,
    options?: RequestOptions,
  ): Promise<ApiResponse<[Own] extends [never] ? AnswerAt<Method, Path> : Own>>
}

/** The methods of a client, by area. Each method throws an ApiError if its request is refused. */
export type Client = ObjectMethods<typeof objectAreas> & SiteMethods<typeof siteAreas> & ObjectSpecials & SiteSpecials

/** The methods that are not derived from the table of addresses. */
export type SpecialMethods = ObjectSpecials & SiteSpecials
