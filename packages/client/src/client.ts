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

export interface SearchOptions extends CallOptions {
  /** The path of the subtree to search. Defaults to the site root. */
  readonly path?: string
}

export interface UploadOptions extends CallOptions {
  /** The file name. Defaults to the name of the `File` object. */
  readonly name?: string
  /** The media type. Defaults to the type of the `File` or `Blob` object. */
  readonly mediaType?: string
  /** Called repeatedly with the progress of the upload. */
  readonly onProgress?: (progress: Progress) => void
}

export interface NewFileOptions extends UploadOptions {
  /**
   * Additional field values of the new object. By default, the type of the object is `Image` for images and `File` for
   * other files.
   */
  readonly values?: Partial<Body<'POST'>>
}

interface ObjectSpecials {
  readonly content: {
    /** Changes an object and returns the changed object. */
    update(path: string, changes: Body<'PATCH'>, options?: CallOptions): Promise<ContentPayload>
    /** Lists the items in a container. */
    items(path: string, parameters?: Parameters<'GET'>, options?: CallOptions): Listing<ListedItem>
    transition(path: string, transition: string, body?: Transition, options?: CallOptions): Promise<TransitionPayload>
  }
  readonly workflow: {
    /** Returns the changes that a transition would make, without running the transition. */
    preview(path: string, transition: string, body?: Transition, options?: CallOptions): Promise<TransitionPreview>
    plan(
      path: string,
      transition: string,
      body: Transition & { readonly at: string },
      options?: CallOptions,
    ): Promise<PlannedTransition>
  }
  readonly polls: {
    /** Yields the results of a poll after each change, until `signal` is aborted. */
    results(path: string, options?: LiveOptions): AsyncIterable<LiveResults>
  }
  readonly types: {
    /** Returns the JSON Schema of the form for objects of a type. */
    schema(path: string, type: string, options?: CallOptions): Promise<TypeSchemaPayload>
    field(path: string, type: string, field: string, options?: CallOptions): Promise<PlacedProperty>
  }
  readonly querystring: {
    search(path: string, query: Body<'POST @querystring-search'>, options?: CallOptions): Listing<ListedItem>
  }
  readonly vocabularies: {
    /** Lists the terms of a vocabulary. */
    terms(
      path: string,
      name: string,
      parameters?: Parameters<'GET @vocabularies/*'>,
      options?: CallOptions,
    ): Listing<TitledTerm>
  }
}

interface SiteSpecials {
  /** Searches for objects by index values. */
  search(parameters: Parameters<'GET @search'>, options?: SearchOptions): Listing<ListedItem>
  readonly uploads: {
    /** Adds a file or an image to a container. */
    create(container: string, content: FileContent, options?: NewFileOptions): Promise<ContentPayload>
    /** Replaces the file in a field of an object. */
    replace(path: string, field: string, content: FileContent, options?: UploadOptions): Promise<ContentPayload>
  }
  /** The current token, or null if no user is logged in. */
  readonly token: string | null
  /** Logs in with a user name and a password. From then on, the client renews the token before it expires. */
  login(name: string, password: string, options?: CallOptions): Promise<void>
  /** Logs out of the service and discards the token. */
  logout(options?: CallOptions): Promise<void>
  /** Replaces the token, for example with a token that another browser tab has stored. */
  setToken(token: string | null): void
  /**
   * Returns the ETag of the response that contained the payload, for use in `ifMatch`, or null if the response had no
   * ETag.
   */
  etagOf(payload: object): string | null
  /**
   * Sends a request to any path. If the path is a literal, such as `/@groups/crew`, the body of the response has the
   * type that the route specifies. Otherwise, the type of the body is `unknown`. A type argument overrides this type.
   * Throws an `ApiError` if the request is refused.
   */
  request<Own = never, const Method extends string = string, const Path extends string = string>(
    method: Method,
    path: Path,
    options?: RequestOptions,
  ): Promise<ApiResponse<[Own] extends [never] ? AnswerAt<Method, Path> : Own>>
}

/** The methods of a client, by area. Each method throws an `ApiError` if its request is refused. */
export type Client = ObjectMethods<typeof objectAreas> & SiteMethods<typeof siteAreas> & ObjectSpecials & SiteSpecials

/** The methods that are not derived from the tables `objectAreas` and `siteAreas`. */
export type SpecialMethods = ObjectSpecials & SiteSpecials
