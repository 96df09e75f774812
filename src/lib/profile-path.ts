import { mayBeUsername } from '../../contract/policy/username.ts'
import { isUuid } from '../../contract/uuid.ts'

/**
 * Where a path without the `@` leads (product §24): `/alice` to `/@alice`, her posts and her edit pages likewise.
 * Null when the first word cannot be a username, as no word that a path of ours begins with can.
 */
export function profilePathOf(path: string): string | null {
  const [, name = '', ...rest] = path.split('/')
  const username = name.toLowerCase()
  if (!mayBeUsername(username)) return null
  if (rest.length === 0) return `/@${username}`
  const isPost = rest.length === 1 && isUuid(rest[0] ?? '')
  const isEdit = rest[0] === 'edit' && rest.length <= 2
  return isPost || isEdit ? `/@${username}/${rest.join('/')}` : null
}
