// Measures the cost of uncached responses, compared with node:http and Express, which send the same bytes.
import { writeComparison } from './frame/comparison.mjs'
import { coldRequests } from './requests.mjs'

const settings = { KEPT_ANSWERS: '0' }
await writeComparison('cold', 'Requests with uncached responses', {
  requests: coldRequests,
  settings,
  part: process.argv[3],
})
