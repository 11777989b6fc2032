// Measures the cost of cached responses, compared with node:http and Express, which send the same bytes.
import { writeComparison } from './frame/comparison.mjs'
import { cachedRequests } from './requests.mjs'

await writeComparison('cached', 'Requests with cached responses', {
  requests: cachedRequests,
  settings: {},
  notes: ['Responses larger than 256 KiB are not cached, and have no limit here.'],
  part: process.argv[3],
})
