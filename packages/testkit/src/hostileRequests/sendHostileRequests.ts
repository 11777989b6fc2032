import fc from 'fast-check'
import type { CheckAnswer } from '../openApi/answerChecker.js'
import { answerProblem } from './answerProblem.js'
import type { Answer } from './answers.js'
import { arbitraryRequest } from './arbitraryRequests.js'
import type { Grammar, HostileRequest } from './grammar.js'
import { type Exchanged, type RawClient, rawClient } from './rawClient.js'

export interface HostileRun {
  readonly port: number
  readonly seed: number
  readonly count: number
  /** Paths of this computer that must not occur in any response. */
  readonly machine: readonly string[]
  /**
   * Compares responses with the OpenAPI document. The function is optional, because the compiled schemas need a lot of
   * memory.
   */
  readonly check?: CheckAnswer | undefined
  /**
   * Reads the grammar, from which requests are generated. The function is called again after every few hundred
   * requests, because requests change the content.
   */
  grammar(): Promise<Grammar>
}

export interface HostileReport {
  /** The number of responses by route and status. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** Descriptions of the first errors that were found, including the requests that caused them. */
  readonly problems: readonly string[]
  /** The slowest requests with their response times in milliseconds. */
  readonly slowest: readonly (readonly [took: number, request: string])[]
}

const requestsOfRound = 250
const connections = 6
const timeout = 10_000
const maxProblems = 10

/** Sends random requests over several connections and checks every response. */
export async function sendHostileRequests(run: HostileRun): Promise<HostileReport> {
  const report = { statuses: new Map(), problems: [], slowest: [] } satisfies Growing
  const clients = Array.from({ length: connections }, () => rawClient(run.port, timeout))
  for (let sent = 0; sent < run.count && (report as Growing).problems.length < maxProblems; sent += requestsOfRound) {
    const numRuns = Math.min(requestsOfRound, run.count - sent)
    const requests = fc.sample(arbitraryRequest(await run.grammar()), { numRuns, seed: run.seed + sent }).values()
    await Promise.all(clients.map(client => sendAll(client, requests, { run, report })))
  }
  for (const client of clients) client.close()
  return report
}

interface Growing {
  readonly statuses: Map<string, Map<number, number>>
  readonly problems: string[]
  slowest: (readonly [took: number, request: string])[]
}

async function sendAll(
  client: RawClient,
  requests: Iterable<HostileRequest>,
  { run, report }: { run: HostileRun; report: Growing },
): Promise<void> {
  for (const request of requests) note(request, await client.send(request), { run, report })
}

function note(
  request: HostileRequest,
  exchanged: Exchanged,
  { run, report }: { run: HostileRun; report: Growing },
): void {
  const { answers, problem, took } = exchanged
  const addProblem = (description: string, body = ''): void => {
    if (report.problems.length < maxProblems)
      report.problems.push(`${description}\n${describeRequest(request)}\n=> ${body}`)
  }
  if (problem) addProblem(problem)
  const ofRoute = report.statuses.get(request.route) ?? new Map<number, number>()
  report.statuses.set(request.route, ofRoute)
  for (const answer of answers) {
    if (request.isWhole) ofRoute.set(answer.status, (ofRoute.get(answer.status) ?? 0) + 1)
    const wrong = answerProblem(request, answer, run.machine) ?? undocumented(request, answer, run.check)
    if (wrong) addProblem(wrong, `${answer.status} ${answer.body.toString('utf8', 0, 500)}`)
  }
  const slow = [...report.slowest, [took, describeRequest(request).slice(0, 300)] as const]
  report.slowest = slow.sort(([a], [b]) => b - a).slice(0, 5)
}

/**
 * Returns the difference between the response and the OpenAPI document, or undefined if they agree. Responses to
 * incomplete requests are not checked, because the document does not describe the responses of the HTTP parser.
 */
const undocumented = (
  { method, target, isWhole }: HostileRequest,
  { status, headers, body }: Answer,
  check: CheckAnswer | undefined,
): string | undefined =>
  isWhole ? check?.({ method, target, status, type: headers.get('content-type'), body: body.toString() }) : undefined

const describeRequest = ({ bytes, route }: HostileRequest): string => {
  const text = bytes.toString('latin1', 0, 2000)
  return `${route}\n${text}${bytes.length > 2000 ? `… (${bytes.length} bytes)` : ''}`
}
