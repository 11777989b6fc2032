import { serverProblem } from './serverProblem.js'

describe('the problem with a mail server', () => {
  it.each([
    ['connect ECONNREFUSED 127.0.0.1:25', 'unreachable'],
    ['getaddrinfo ENOTFOUND mail.example', 'unreachable'],
    ['Greeting never received', 'unreachable'],
    ['Connection timeout', 'unreachable'],
    ['Unexpected socket close', 'unreachable'],
    ['Invalid login: 535 Authentication failed', 'login'],
    ['self-signed certificate', 'certificate'],
    ['certificate has expired', 'certificate'],
    ["Can't send mail - all recipients were rejected: 550 No such user", null],
    ['Message failed: 451 Timeout, try again', null],
  ])('in the message %s is %s', (detail, kind) => {
    expect(serverProblem(detail)).toBe(kind)
  })
})
