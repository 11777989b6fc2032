const parts = /\\.|\(\?<?[=!]|[()[\]*+]|\{\d{1,9},\}/gs

export function needsUnboundedLookaround(source: string): boolean {
  const lookarounds: boolean[] = []
  let isInClass = false
  for (const [part] of source.matchAll(parts)) {
    if (isInClass || part === '[') isInClass = part !== ']'
    else if (/^\\[1-9k]/.test(part)) return true
    else if (part.startsWith('(')) lookarounds.push(part !== '(' || lookarounds.at(-1) === true)
    else if (part === ')') lookarounds.pop()
    else if (!part.startsWith('\\') && lookarounds.at(-1)) return true
  }
  return false
}
