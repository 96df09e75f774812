/** Whether a viewer may comment on a post. A viewer who sees it may, unless its author allows only paying fans (product §15). */
export function mayComment(facts: CommentFacts): CommentVerdict {
  if (facts.isVisitor) return { allowed: false, reason: 'sign_in' }
  if (!facts.mayView) return { allowed: false, reason: 'locked' }
  if (facts.isOwner || facts.commentsFor === 'everyone' || facts.isPayer) return { allowed: true, reason: null }
  return { allowed: false, reason: 'payers' }
}

export type CommentFacts = {
  isVisitor: boolean
  isOwner: boolean
  mayView: boolean
  commentsFor: 'everyone' | 'payers'
  /** Whether the viewer has paid the author: a running paid subscription, a purchase, or a tip. */
  isPayer: boolean
}
export type CommentVerdict = { allowed: boolean; reason: null | 'sign_in' | 'locked' | 'payers' }
