import { buildNode } from '@plenum/testkit'
import { permission, stockPermissions } from '../security/permissions.js'
import { pollEffects } from './pollEffects.js'

const only = (...roles: readonly string[]) => ({ roles, acquired: false })
const root = buildNode('/')
const published = buildNode('/page', { permissions: { [permission.view]: only('Anonymous') } })
const hidden = buildNode('/page', { permissions: { [permission.view]: only('Manager') } })
const membersOnly = buildNode('/page', { permissions: { [permission.view]: only('Member') } })

const permissions = { [permission.modify]: only(), [permission.vote]: only('Member') }

interface Options {
  readonly containers?: readonly ReturnType<typeof buildNode>[]
  readonly allow?: boolean
  readonly transitions?: readonly string[]
}

const effectsOf = ({ containers = [root], allow = true, transitions = ['open'] }: Options = {}) => {
  const { node, clearBallots } = pollEffects({
    node: buildNode('/page/poll', { permissions, fields: { allow_anonymous: allow } }),
    containers,
    transitions,
    site: stockPermissions,
  })
  return { permissions: node.permissions, clearsBallots: clearBallots.length > 0 }
}

const granted = { ...permissions, [permission.vote]: only('Member', 'Anonymous') }

describe('a transition of a poll', () => {
  it('grants the vote to visitors when the poll opens at the site root or in a container that everyone may view', () => {
    expect(effectsOf().permissions).toEqual(granted)
    expect(
      effectsOf({ containers: [hidden].map(({ permissions: map }) => ({ ...root, permissions: map })) }),
    ).toMatchObject({
      permissions: granted,
    })
    expect(effectsOf({ containers: [root, published] }).permissions).toEqual(granted)
    expect(effectsOf({ containers: [root, buildNode('/page')] }).permissions).toEqual(granted)
  })

  it('grants nothing in a container that not everyone may view', () => {
    expect(effectsOf({ containers: [root, hidden] }).permissions).toEqual(permissions)
    expect(effectsOf({ containers: [root, membersOnly] }).permissions).toEqual(permissions)
    expect(effectsOf({ containers: [root, hidden, buildNode('/page/inner')] }).permissions).toEqual(permissions)
  })

  it('grants nothing if the poll does not allow anonymous votes', () => {
    for (const containers of [[root], [root, published], [root, hidden]])
      expect(effectsOf({ containers, allow: false }).permissions).toEqual(permissions)
  })

  it.each(['submit', 'retract', 'close', 'reject'])('grants nothing if the last transition is %s', transition => {
    expect(effectsOf({ transitions: [transition] }).permissions).toEqual(permissions)
    expect(effectsOf({ transitions: ['open', transition] }).permissions).toEqual(permissions)
  })

  it('grants the vote if opening is the last of several transitions', () => {
    expect(effectsOf({ transitions: ['submit', 'open'] }).permissions).toEqual(granted)
  })

  it('that did not happen changes nothing', () => {
    expect(effectsOf({ transitions: [] })).toEqual({ permissions, clearsBallots: false })
  })
})

describe('clearing the votes of a poll', () => {
  it('happens on a rejection, even if other transitions follow', () => {
    expect(effectsOf({ transitions: ['reject'] }).clearsBallots).toBe(true)
    expect(effectsOf({ transitions: ['reject', 'submit'] }).clearsBallots).toBe(true)
  })

  it.each(['submit', 'retract', 'open', 'close'])('does not happen on other transitions: %s', transition => {
    expect(effectsOf({ transitions: [transition] }).clearsBallots).toBe(false)
  })
})
