import { DomainError, type ErrorCode, message, translateEnglish } from '@plenum/core'
import { errorReply, internalErrorReply } from './errors.js'

const at = { base: 'http://site.example', translate: translateEnglish, requestId: 'abc' }
const wording = message('type.unknown', { type: 'Nope' })
const text = translateEnglish(wording)

describe('refusals and their responses', () => {
  it.each<[ErrorCode, number, string]>([
    ['not-found', 404, 'NotFound'],
    ['moved', 404, 'NotFound'],
    ['unauthorized', 401, 'Unauthorized'],
    ['bad-request', 400, 'BadRequest'],
    ['may-not-vote', 403, 'Forbidden'],
    ['too-many-requests', 429, 'TooManyRequests'],
    ['too-large', 413, 'RequestEntityTooLarge'],
    ['conflict', 409, 'Conflict'],
  ])('%s is %i %s in shape A: type, message and context', (code, status, type) => {
    const reply = errorReply(new DomainError(code, wording, { context: '/a b' }), at)
    expect(reply).toEqual({
      kind: 'json',
      status,
      body: { type, message: text, context: 'http://site.example/a%20b' },
    })
  })

  it.each<[ErrorCode, number, string]>([
    ['forbidden', 403, 'Forbidden'],
    ['workflow-refused', 400, 'WorkflowException'],
    ['already-voted', 403, 'AlreadyVoted'],
    ['bad-vote', 400, 'BadRequest'],
    ['poll-closed', 403, 'PollClosed'],
    ['poll-not-open', 403, 'PollNotOpen'],
    ['transition-missing', 400, 'BadRequest'],
    ['incomplete-user', 400, 'WrongParameterError'],
    ['invalid-user', 400, 'MissingParameterError'],
  ])('%s is %i %s in shape B: type and message under error', (code, status, type) => {
    const reply = errorReply(new DomainError(code, wording, { context: '/a' }), at)
    expect(reply).toEqual({ kind: 'json', status, body: { error: { type, message: text } } })
  })

  it('denied is 403 with null as the body', () => {
    expect(errorReply(new DomainError('denied', wording), at)).toEqual({ kind: 'json', status: 403, body: null })
  })

  it('context is the site root for its path, and null for none', () => {
    const contextOf = (context?: string | null) => {
      const details = context === undefined ? {} : { context }
      return errorReply(new DomainError('not-found', wording, details), at)
    }
    expect(contextOf('/')).toMatchObject({ body: { context: 'http://site.example' } })
    expect(contextOf(null)).toMatchObject({ body: { context: null } })
    expect(contextOf()).toMatchObject({ body: { context: null } })
  })

  it('validation errors have two forms: a string for older clients, and a list for programs', () => {
    const problems = [
      { field: 'title', message: message('field.required') },
      { field: null, message: message('dates.end-before-start') },
    ]
    const error = new DomainError('invalid-fields', message('fields.invalid', { count: 2 }), { problems, context: '/' })
    expect(errorReply(error, at)).toMatchObject({
      status: 400,
      body: {
        type: 'BadRequest',
        context: 'http://site.example',
        message: expect.stringMatching(
          /^\[\{'message': '.+', 'field': 'title', .*\}, \{'error': 'ValidationError', 'message': '.+'\}\]$/,
        ),
        errors: problems.map(problem => ({ field: problem.field, message: translateEnglish(problem.message) })),
      },
    })
  })

  it('missing values of a user are listed under error', () => {
    const problems = [{ field: 'email', message: message('user.required', { field: 'email' }) }]
    expect(errorReply(new DomainError('incomplete-user', message('user.incomplete'), { problems }), at)).toMatchObject({
      body: { error: { errors: [{ field: 'email', message: 'email is required.' }] } },
    })
  })

  it('texts use the requested language', () => {
    const translate = ({ id }: { readonly id: string }) => `«${id}»`
    expect(errorReply(new DomainError('not-found', wording), { ...at, translate })).toMatchObject({
      body: { message: '«type.unknown»' },
    })
  })

  it('an internal error reveals only the id of the request', () => {
    expect(internalErrorReply(at)).toEqual({
      kind: 'json',
      status: 500,
      body: { type: 'InternalError', message: expect.stringContaining('abc'), context: null, request_id: 'abc' },
    })
  })
})
