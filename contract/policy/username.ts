import { usernamePattern } from '../limits.ts'

/** Words that are no usernames: the first parts of every route and everything that could pose as the house (PRODUCT 24). */
export const reservedUsernames: ReadonlySet<string> = new Set([
  'about', 'login', 'signup', 'forgot-password', 'search', 'upload', 'agencies', 'agency', 'chat', 'onboarding', 'auth', 'creator',
  'notifications', 'subscriptions', 'settings', 'edit', 'staff', 'dev', 'api', 'ws', 'media', '_i18n', '_edge', 'sw.js', 'assets',
  '.well-known', 'robots.txt', 'favicon.ico', 'manifest.webmanifest', 'sitemap.xml', 'healthz', 'readyz', 'metrics', 'admin',
  'administrator', 'root', 'system', 'support', 'help', 'fanfare', 'official', 'moderator', 'security', 'billing', 'payments',
  'wallet', 'me', 'you', 'null', 'undefined', 'home', 'feed', 'profile', 'user', 'users', 'post', 'posts', 'terms', 'privacy', 'legal',
])

/** The one spelling of a username: folded to compatibility form and lower case, without a leading `@`. */
export const canonicalUsername = (typed: string): string => typed.normalize('NFKC').trim().replace(/^@/, '').toLowerCase()

/** Whether a canonical username may be taken: the pattern of PRODUCT 24 and no reserved word, also not with its dots and underscores taken out. */
export const mayBeUsername = (username: string): boolean =>
  usernamePattern.test(username) && !reservedUsernames.has(username) && !reservedUsernames.has(username.replace(/[._]/g, ''))
