/** May this viewer comment on this post? Who sees it may, unless its author asks for those who pay them (product §15). */
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
  /** Pays the author: a paid subscription that runs, a purchase, or a tip. */
  isPayer: boolean
}
export type CommentVerdict = { allowed: boolean; reason: null | 'sign_in' | 'locked' | 'payers' }
