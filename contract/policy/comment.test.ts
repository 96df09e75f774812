import { expect, it } from 'vitest'
import { mayComment } from './comment.ts'

const fan = { isVisitor: false, isOwner: false, mayView: true, commentsFor: 'everyone', isPayer: false } as const

it.each([
  ['a visitor signs in first', { isVisitor: true }, 'sign_in'],
  [
    'a visitor signs in first, also where payers comment',
    { isVisitor: true, commentsFor: 'payers', mayView: false },
    'sign_in',
  ],
  ['who does not see the post does not comment', { mayView: false }, 'locked'],
  ['who pays but does not see it does not comment', { mayView: false, isPayer: true, commentsFor: 'payers' }, 'locked'],
  ['everyone who sees it comments', {}, null],
  ['a payer comments as everyone', { isPayer: true }, null],
  ['where payers comment, others do not', { commentsFor: 'payers' }, 'payers'],
  ['where payers comment, payers do', { commentsFor: 'payers', isPayer: true }, null],
  ['the author comments anyway', { commentsFor: 'payers', isOwner: true }, null],
] as const)('%s', (_, facts, reason) => {
  expect(mayComment({ ...fan, ...facts })).toEqual({ allowed: reason === null, reason })
})
