import { usernamePattern } from '../../contract/limits.ts'

/**
 * Where a path without the `@` leads (product §24): `/alice` to `/@alice`, her posts and her edit pages likewise.
 * Null when the first word cannot be a username. Words that routes begin with never come here: those match first.
 */
export function profilePathOf(path: string): string | null {
  const [, name = '', ...rest] = path.split('/')
  const username = name.toLowerCase()
  if (!usernamePattern.test(username) || firstWords.has(username)) return null
  if (rest.length === 0) return `/@${username}`
  const isPost = rest.length === 1 && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(rest[0] ?? '')
  const isEdit = rest[0] === 'edit' && rest.length <= 2
  return isPost || isEdit ? `/@${username}/${rest.join('/')}` : null
}

/** First words of paths that are not people; the routes of this app, the edge's and the API's. */
const firstWords = new Set([
  'about',
  'agencies',
  'agency',
  'api',
  'apple-touch-icon.png',
  'assets',
  'auth',
  'bookmarks',
  'chat',
  'creator',
  'dev',
  'edit',
  'favicon.ico',
  'favicon.png',
  'favicon.svg',
  'forgot-password',
  'gift',
  'index.html',
  'login',
  'manifest.webmanifest',
  'media',
  'notifications',
  'onboarding',
  'robots.txt',
  'search',
  'settings',
  'signup',
  'sitemap.xml',
  'staff',
  'subscriptions',
  'sw.js',
  'upload',
  'ws',
  '_i18n',
  '_edge',
  '_serverfn',
])
