import { english } from './english.js'
import { problemsOfCatalog } from './messages.js'

describe('a catalog', () => {
  it('may translate some messages, all of them, and titles unknown to core', () => {
    expect(problemsOfCatalog({})).toEqual([])
    expect(problemsOfCatalog(english)).toEqual([])
    expect(problemsOfCatalog({ Retention: 'Aufbewahrung', 'content.missing': 'Nichts da.' })).toEqual([])
  })

  it.each([null, [], 'texts', 3])('must be an object, not %j', value => {
    expect(problemsOfCatalog(value)).toEqual([expect.stringContaining('JSON object')])
  })

  it.each([null, 1, true, '', {}, ['x']])('must have texts, not %j', value => {
    expect(problemsOfCatalog({ 'content.missing': value })).toEqual([
      expect.stringMatching(/^content\.missing: .*string/),
    ])
  })

  it('has exactly the placeholders of the English text in each pattern, in any order', () => {
    expect(problemsOfCatalog({ 'id.taken': '{id} ist vergeben, {id}!' })).toEqual([])
    expect(problemsOfCatalog({ 'workflow.child-refused': '{path}: {transition}' })).toEqual([])
    const faults = problemsOfCatalog({ 'id.taken': 'Schon vergeben: {di}', 'user.taken': 'Vergeben', Private: '{x}' })
    expect(faults).toEqual([
      expect.stringMatching(/^id\.taken: lacks \{id\}/),
      expect.stringMatching(/^id\.taken: has \{di\}/),
      expect.stringMatching(/^user\.taken: lacks \{name\}/),
      expect.stringMatching(/^Private: has \{x\}/),
    ])
  })

  it('requires the placeholders of a title that is also the message id', () => {
    expect(problemsOfCatalog({ 'Kept for {years} years': '{years} Jahre aufbewahrt' })).toEqual([])
    expect(problemsOfCatalog({ 'Kept for {years} years': 'Aufbewahrt' })).toHaveLength(1)
    expect(problemsOfCatalog({ constructor: 'Erbauerin' })).toEqual([])
  })
})
