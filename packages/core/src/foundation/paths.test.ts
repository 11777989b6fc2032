import { cpuTimeOf } from '@plenum/testkit'
import fc from 'fast-check'
import {
  coveringPaths,
  depthBelow,
  idOfPath,
  isAtOrBelow,
  joinPath,
  parentPath,
  pathsAbove,
  rootPath,
  trimPath,
  urlOf,
} from './paths.js'

describe('a path', () => {
  it('is composed of its container and a short name', () => {
    expect([joinPath('/', 'a'), joinPath('/a', 'b'), joinPath('/a/b', 'With Space')]).toEqual([
      '/a',
      '/a/b',
      '/a/b/With Space',
    ])
  })

  it('is split into its container and its short name', () => {
    expect(['/a', '/a/b', '/'].map(parentPath)).toEqual(['/', '/a', '/'])
    expect(['/a', '/a/b', '/'].map(idOfPath)).toEqual(['a', 'b', ''])
  })

  it('has all of its containers before it, with the site root first', () => {
    expect(pathsAbove('/')).toEqual(['/'])
    expect(pathsAbove('/a/b/c')).toEqual(['/', '/a', '/a/b', '/a/b/c'])
  })

  it('is at or below its containers, and not below a path with the same prefix', () => {
    expect(['/', '/a', '/a/b'].map(container => isAtOrBelow('/a/b', container))).toEqual([true, true, true])
    expect(['/a/b/c', '/a/bb', '/b', '/a/'].map(container => isAtOrBelow('/a/b', container))).toEqual([
      ...[false, false, false, false],
    ])
    expect(isAtOrBelow('/ab', '/a')).toBe(false)
  })

  it('has a number of levels below a container', () => {
    expect(['/a/b', '/a', '/'].map(container => depthBelow('/a/b', container))).toEqual([0, 1, 2])
    expect(depthBelow('/', '/')).toBe(0)
  })

  it('has a URL with percent-encoded short names; that of the site root has no slash at its end', () => {
    expect(urlOf('http://x', '/')).toBe('http://x')
    expect(urlOf('http://x/site', '/With Space/ü+?')).toBe('http://x/site/With%20Space/%C3%BC%2B%3F')
  })
})

describe('any path', () => {
  const ids = fc.string({ minLength: 1, maxLength: 5 }).filter(id => !id.includes('/'))
  const paths = fc.array(ids, { maxLength: 5 }).map(segments => segments.reduce(joinPath, rootPath))

  it('is split into the parts that it was composed of', () => {
    fc.assert(
      fc.property(paths, ids, (container, id) => {
        const path = joinPath(container, id)
        expect([parentPath(path), idOfPath(path)]).toEqual([container, id])
        expect([depthBelow(path, container), isAtOrBelow(path, container)]).toEqual([1, true])
        expect(pathsAbove(path)).toEqual([...pathsAbove(container), path])
      }),
    )
  })

  it('has a separate URL', () => {
    fc.assert(
      fc.property(paths, path => {
        expect(decodeURIComponent(urlOf('', path)) || rootPath).toBe(path)
      }),
    )
  })
})

describe('many paths', () => {
  const path = fc
    .array(fc.constantFrom('a', 'a-b', 'b', 'a0', '日'), { maxLength: 4 })
    .map(names => (names.length === 0 ? '/' : `/${names.join('/')}`))

  it('are reduced to their topmost paths, each once', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 12 }), paths => {
        const distinct = [...new Set(paths)]
        const needed = distinct.filter(one => !distinct.some(other => other !== one && isAtOrBelow(one, other)))
        expect(coveringPaths(paths)).toEqual(needed)
      }),
    )
  })

  it('are reduced in little more time than it takes to read them', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => `/folder/page-${i % 50_000}`)
    // Comparing all pairs of paths would take minutes.
    expect(cpuTimeOf(() => expect(coveringPaths(many)).toHaveLength(50_000))).toBeLessThan(3000)
  })

  it('have no slashes at their ends, except the root', () => {
    expect(['/', '//', '/a', '/a/', `/a${'/'.repeat(100_000)}`, '', 'a/'].map(trimPath)).toEqual([
      '/',
      '/',
      '/a',
      '/a',
      '/a',
      '',
      'a',
    ])
  })

  it('have a depth equal to the number of their names', () => {
    expect([depthBelow('/', '/'), depthBelow('/a', '/'), depthBelow('/a/b/c', '/a')]).toEqual([0, 1, 2])
  })
})
