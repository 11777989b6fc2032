/** The claims of a login token, named as in JWT (RFC 7519, 4.1). */
export interface TokenClaims {
  /** Id of the user. */
  readonly sub: string
  readonly fullname: string
  /** Issue time in seconds since 1970. */
  readonly iat: number
  /** Expiry in whole seconds since 1970. */
  readonly exp: number
  /** Id of the login, shared by renewed tokens. */
  readonly sid: string
  /** A digest that changes with the password of the user. */
  readonly epoch: string
}

export interface TokenKey {
  readonly id: string
  readonly secret: string
}

/** Signs and reads login tokens: JWT signed with HS256. */
export interface Tokens {
  /** Lifetime of a token in milliseconds. */
  readonly lifetime: number
  /** A token with these claims, and the id of its key in the header. */
  sign(claims: TokenClaims, key: TokenKey): Promise<string>
  /** The claims of a token signed with one of the keys; null for anything else. Expiry is not checked. */
  read(token: string, keys: readonly TokenKey[]): Promise<TokenClaims | null>
}
