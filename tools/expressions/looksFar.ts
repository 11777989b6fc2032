const parts = /\\.|\(\?<?[=!]|[()[\]*+]|\{\d{1,9},\}/gs

/** Whether an expression refers back to what it matched, or looks around by something that repeats without end. */
export function looksFar(source: string): boolean {
  const looksAround: boolean[] = []
  let isInClass = false
  for (const [part] of source.matchAll(parts)) {
    if (isInClass || part === '[') isInClass = part !== ']'
    else if (/^\\[1-9k]/.test(part)) return true
    else if (part.startsWith('(')) looksAround.push(part !== '(' || looksAround.at(-1) === true)
    else if (part === ')') looksAround.pop()
    else if (!part.startsWith('\\') && looksAround.at(-1)) return true
  }
  return false
}
