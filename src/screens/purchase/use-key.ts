import { useState } from 'react'

/**
 * The idempotency key of one question (product §3): a second press, or a retry after an answer that got lost, sends
 * the same one and cannot pay twice. Another price or amount is another payment; another text is not.
 */
export function useKey(question: string): string {
  const [key, setKey] = useState({ question, value: crypto.randomUUID() })
  if (key.question === question) return key.value
  const next = { question, value: crypto.randomUUID() }
  setKey(next)
  return next.value
}
