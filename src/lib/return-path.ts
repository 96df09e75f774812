import { appReturnPath } from '../../contract/policy/return-path.ts'

/**
 * A return path that stays on this site, whatever a search or a stored value holds (safety §10). Anything that
 * leads elsewhere, or nowhere, becomes `/`.
 */
export function safeReturnPath(value: unknown, origin: string): string {
  return typeof value === 'string' && value !== '' && value.length <= 2000 ? appReturnPath(value, origin) : '/'
}
