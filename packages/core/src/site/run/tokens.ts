/** What a token says of a login; the names are those that JWT has for them (RFC 7519, 4.1). */
export interface TokenClaims {
  /** Id of the user. */
  readonly sub: string
  readonly fullname: string
  /** When it was issued, in seconds since 1970. */
  readonly iat: number
  /** When it ends, in whole seconds since 1970. */
  readonly exp: number
  /** Id of the login, which renewed tokens share. */
  readonly sid: string
  /** A digest that is another one when the user has another password. */
  readonly epoch: string
}

export interface TokenKey {
  readonly id: string
  readonly secret: string
}

/** Makes and reads the tokens of logins: JWT that are signed with HS256. */
export interface Tokens {
  /** Milliseconds for which a token is valid. */
  readonly lifetime: number
  /** A token with these claims, which tells the id of its key. */
  sign(claims: TokenClaims, key: TokenKey): Promise<string>
  /** The claims of a token that `sign` made with one of the keys; null for anything else. Times are not looked at. */
  read(token: string, keys: readonly TokenKey[]): Promise<TokenClaims | null>
}
