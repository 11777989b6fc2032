import { buildNode } from '@plenum/testkit'
import type { FieldValues } from '../content/node/node.js'
import { pollOf } from './poll.js'

const yes = { description: 'Yes', option_id: 0 }

describe('the poll of a node', () => {
  it('has the values of its fields and the state of its workflow', () => {
    const node = buildNode('/poll', {
      states: { poll_workflow: 'open' },
      fields: {
        allow_anonymous: true,
        max_choices: 2,
        legend: 'Pick two',
        options: [yes],
        shuffle_options: true,
        show_results: true,
        results_graph: 'pie',
        open_date: 1000,
        close_date: 2000,
      },
    })
    expect(pollOf(node)).toEqual({
      uid: node.uid,
      state: 'open',
      allowAnonymous: true,
      options: [yes],
      maxChoices: 2,
      showResults: true,
      openDate: 1000,
      closeDate: 2000,
      legend: 'Pick two',
      resultsGraph: 'pie',
      shuffleOptions: true,
    })
  })

  it.each<FieldValues>([{}, { max_choices: 0, legend: '', options: null, open_date: null, results_graph: null }])(
    'is private with one choice and all options off if its fields are %j',
    fields => {
      expect(pollOf(buildNode('/poll', { fields }))).toMatchObject({
        state: 'private',
        allowAnonymous: false,
        options: [],
        maxChoices: 1,
        showResults: false,
        openDate: null,
        closeDate: null,
        legend: null,
        resultsGraph: 'bar',
        shuffleOptions: false,
      })
    },
  )
})
