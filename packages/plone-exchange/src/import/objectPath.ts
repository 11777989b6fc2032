/** Returns the decoded path below the site root, or null if the address (`@id`) is not a path. */
export function objectPath(address: string): string | null {
  if (!/^\/[^/]/.test(address)) return null
  const segments = address.slice(1).split('/').map(decoded)
  const isPath = segments.every(segment => segment !== null && segment !== '' && !segment.includes('/'))
  return isPath ? `/${segments.join('/')}` : null
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
