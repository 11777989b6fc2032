/** The values that an invalidation affects. */
export type Target =
  | { readonly kind: 'all' }
  | { readonly kind: 'function'; readonly name: string }
  | CallTarget
  | { readonly kind: 'tag'; readonly tag: string }

/** The target of an invalidation that affects the value of a single call. */
export interface CallTarget {
  readonly kind: 'call'
  readonly name: string
  readonly digest: string
  /** The maximum lifetime of the value in milliseconds. */
  readonly lifetime: number
}

export interface Affected {
  readonly name: string
  readonly tags: readonly string[]
  digest(): string
}

export const functionTarget = (name: string | null): Target =>
  name === null ? { kind: 'all' } : { kind: 'function', name }

export function isAffected(target: Target, value: Affected): boolean {
  switch (target.kind) {
    case 'all':
      return true
    case 'function':
      return target.name === value.name
    case 'call':
      return target.name === value.name && target.digest === value.digest()
    case 'tag':
      return value.tags.includes(target.tag)
  }
}

const maxTagLength = 200

export const isTag = (tag: unknown): tag is string =>
  typeof tag === 'string' && tag.length <= maxTagLength && /^[^\s\p{Cc}\p{Surrogate}]+$/u.test(tag)
