/** The names that occur more than once, each listed once: `a, b, a, a` -> `a`. */
export const repeatedNames = (names: readonly string[]): readonly string[] => {
  const known = new Set<string>()
  return [...new Set(names.filter(name => known.has(name) || !known.add(name)))]
}
