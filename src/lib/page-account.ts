import { writtenAsHeader } from '../../contract/written-as.ts'

/**
 * The account that this page was opened for; null for a visitor. One account does not become another on the same page:
 * only a page that was signed out, or is new, takes the next one, so that what was written for the first is never sent
 * as the second (product §48).
 */
let account: string | null = null

export function setPageAccount(id: string | null): void {
  if (id === null || account === null) account = id
}

/** The header of every write of this page; the API refuses it under another account. */
export const writtenAs = (): Record<string, string> => (account === null ? {} : { [writtenAsHeader]: account })
