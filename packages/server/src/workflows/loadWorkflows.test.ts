import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asOwner } from '@plenum/core'
import { addPublished, createTestSite, type TestUser } from '@plenum/testkit'
import { loadWorkflows } from './loadWorkflows.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'plenum-workflows-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

function write(file: string, id: string, more: object = {}): void {
  const workflow = {
    id,
    title: id,
    stateVariable: `${id}_state`,
    initialState: 'open',
    states: [
      { id: 'open', title: 'Open', transitions: [`${id}_settle`] },
      { id: 'settled', title: 'Settled', transitions: [] },
    ],
    transitions: [{ id: `${id}_settle`, title: 'Settle', to: 'settled' }],
    contributedBy: { behavior: 'garden.office' },
    ...more,
  }
  writeFileSync(path.join(directory, file), JSON.stringify(workflow))
}

async function siteWithPage() {
  const { definitions, behaviors } = loadWorkflows(directory)
  const at = await createTestSite({ extensions: { workflows: definitions, behaviors } })
  const types = await asOwner(at.site, 'listTypes')
  const document = types.find(({ id }) => id === 'Document')?.behaviors ?? []
  await asOwner(at.site, 'setTypeBehaviors', { type: 'Document', behaviors: [...document, 'garden.office'] })
  await addPublished(at, '/', { '@type': 'Document', id: 'page', title: 'Page' })
  const input = { transition: 'legal_settle', body: { comment: 'Miller gets 5000' } }
  await at.run('transitionContent', '/page', { as: 'max', input })
  const chain = async (as?: TestUser) => {
    const { chain = [] } = await at.run('getWorkflow', '/page', { as, input: undefined })
    return chain as unknown as readonly { readonly workflow_id: string; readonly history: readonly object[] }[]
  }
  const records = async (as?: TestUser) => (await chain(as)).find(one => one.workflow_id === 'legal')?.history.length
  return { records, chain }
}

describe('the history of a workflow from a file', () => {
  it('is for callers who request or review, unless the file specifies otherwise', async () => {
    write('legal.json', 'legal')
    const { records } = await siteWithPage()
    expect(await Promise.all([records(), records('mia'), records('rex'), records('max')])).toEqual([0, 0, 2, 2])
  })

  it('is for all callers who may view the content if the guard of the file is empty', async () => {
    write('legal.json', 'legal', { historyGuard: {} })
    const { records } = await siteWithPage()
    expect(await Promise.all([records(), records('mia'), records('max')])).toEqual([2, 2, 2])
  })
})

describe('files that name the same behavior', () => {
  it('contribute in the order of their names', async () => {
    write('b.json', 'retention')
    write('c.json', 'accounts')
    write('a.json', 'legal')
    const { chain } = await siteWithPage()
    expect((await chain('max')).map(({ workflow_id }) => workflow_id)).toEqual([
      'simple_publication_workflow',
      'legal',
      'retention',
      'accounts',
    ])
  })
})
