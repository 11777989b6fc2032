// The cost of cached answers, compared with node:http and Express with the same bytes.
import { writeComparison } from './frame/comparison.mjs'
import { keptRequests } from './requests.mjs'

await writeComparison('kept', 'Requests whose answers are kept', {
  requests: keptRequests,
  settings: {},
  notes: ['Answers above 256 KiB are not kept, and have no limit here.'],
  part: process.argv[3],
})
