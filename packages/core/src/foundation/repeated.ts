/** Returns each name that occurs more than once: `a, b, a, a` -> `a`. */
export const repeatedNames = (names: readonly string[]): readonly string[] => {
  const unique = new Set<string>()
  return [...new Set(names.filter(name => unique.has(name) || !unique.add(name)))]
}
