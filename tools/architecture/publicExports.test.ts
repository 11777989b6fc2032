import { inventedSources } from './inventedSources.js'
import { publicExportsOf } from './publicExports.js'

function exportsOf(text: string) {
  return publicExportsOf('core', inventedSources({ 'packages/core/src/index.ts': text }))
}

describe('the public exports of a package', () => {
  it('are the names that its index exports, sorted, with types marked', () => {
    const text = `
      export { decideVote, type Vote, tally as count } from './poll/poll.js'
      export type { Ballot } from './poll/ballot.js'`
    expect(exportsOf(text)).toEqual(['type Ballot', 'type Vote', 'count', 'decideVote'])
  })

  it('include declarations of the index', () => {
    const text = `
      export const a = 1, b = 2
      export function c() {}
      export class D {}
      export interface E {}
      export type F = string
      export enum G {}
      export default a`
    expect(exportsOf(text)).toEqual(['D', 'type E', 'type F', 'G', 'a', 'b', 'c', 'default'])
  })

  it('mark unreadable lists', () => {
    expect(exportsOf("export * from './a.js'\nexport * as poll from './poll.js'")).toEqual(['* from ./a.js', 'poll'])
  })

  it('are empty while the index is empty or missing', () => {
    expect(exportsOf('')).toEqual([])
    expect(publicExportsOf('core', [])).toEqual([])
  })
})
