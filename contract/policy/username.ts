import { usernamePattern } from '../limits.ts'

/**
 * Reserved usernames (product §24): the first segment of every route of app and API, which
 * `tests/contract/reserved-usernames.test.ts` compares with the route tables, and names that could pose as the product.
 */
export const reservedUsernames: ReadonlySet<string> = new Set([
  'about',
  'imprint',
  'contact',
  'accessibility',
  'cookies',
  'rules',
  'refunds',
  'login',
  'signup',
  'forgot-password',
  'search',
  'upload',
  'agencies',
  'agency',
  'chat',
  'onboarding',
  'auth',
  'creator',
  'notifications',
  'bookmarks',
  'subscriptions',
  'settings',
  'edit',
  'staff',
  'dev',
  'api',
  'ws',
  'media',
  '_i18n',
  '_edge',
  '_serverfn',
  'sw.js',
  'assets',
  'index.html',
  '.well-known',
  'robots.txt',
  'favicon.ico',
  'favicon.png',
  'favicon.svg',
  'manifest.webmanifest',
  'sitemap.xml',
  'healthz',
  'readyz',
  'metrics',
  'admin',
  'administrator',
  'root',
  'system',
  'support',
  'help',
  'fanfare',
  'official',
  'moderator',
  'security',
  'billing',
  'payments',
  'wallet',
  'me',
  'you',
  'null',
  'undefined',
  'home',
  'feed',
  'profile',
  'user',
  'users',
  'post',
  'posts',
  'terms',
  'privacy',
  'legal',
  'gift',
  'gifts',
  'offer',
  'offers',
  'ref',
  'report',
  'reports',
  'docs',
  'openapi',
  'sandbox',
  'checkout',
  'webhooks',
  'deleted',
])

/**
 * Whether a canonical username is allowed: it matches the pattern of product §24 and is no reserved word, not even
 * one disguised with dots, underscores or lookalike letters (`f4nfare` is allowed, `0fficial` is not).
 */
export const mayBeUsername = (username: string): boolean =>
  usernamePattern.test(username) && !reservedLooks.has(usernameLook(username.replace(/[._]/g, '')))

/**
 * What a canonical username looks like at a glance: `a1ice_` looks like `alice`. A name that looks like a creator's is
 * refused; the index `users_creator_looks` computes the same in SQL.
 */
export function usernameLook(username: string): string {
  const bare = username
    .replace(/^[._]+|[._]+$/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
  return bare.replace(/[01i]/g, (letter) => lookalikes[letter] ?? letter)
}
const lookalikes: Record<string, string> = { '0': 'o', '1': 'l', i: 'l' }

const reservedLooks: ReadonlySet<string> = new Set(
  [...reservedUsernames].map((word) => usernameLook(word.replace(/[._]/g, ''))),
)
