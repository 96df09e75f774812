import { describe, expect, it } from 'vitest'
import { endpointInventory, pageInventory } from '../tools/dev/inventory.ts'

/** The tables of spec §2 and §7, written by hand, against the routes of the tree. */
const pages: [string, string][] = [
  ['/', 'open'],
  ['/about', 'open'],
  ['/terms', 'open'],
  ['/privacy', 'open'],
  ['/refunds', 'open'],
  ['/rules', 'open'],
  ['/help', 'open'],
  ['/cookies', 'open'],
  ['/accessibility', 'open'],
  ['/contact', 'open'],
  ['/imprint', 'open'],
  ['/login', 'guest'],
  ['/signup', 'guest'],
  ['/forgot-password', 'guest'],
  ['/search', 'open'],
  ['/upload', 'auth'],
  ['/agencies', 'auth'],
  ['/agency/{id}', 'auth'],
  ['/chat', 'auth'],
  ['/chat/creator-channel', 'auth'],
  ['/onboarding', 'auth'],
  ['/auth/callback', 'open'],
  ['/auth/verify-email', 'open'],
  ['/auth/reset-password', 'open'],
  ['/creator', 'open'],
  ['/creator/verification', 'auth'],
  ['/notifications', 'auth'],
  ['/subscriptions', 'open'],
  ['/bookmarks', 'auth'],
  ['/settings', 'auth'],
  ['/settings/notifications', 'auth'],
  ['/settings/chat', 'auth + creator'],
  ['/settings/email', 'auth'],
  ['/settings/report', 'open'],
  ['/settings/account', 'auth'],
  ['/settings/payouts', 'auth + creator'],
  ['/settings/accounts', 'auth + creator'],
  ['/settings/password', 'auth'],
  ['/settings/discreet', 'auth'],
  ['/settings/payments', 'open'],
  ['/settings/referral', 'auth'],
  ['/settings/unlocked', 'auth'],
  ['/settings/username', 'auth'],
  ['/settings/analytics', 'auth + creator'],
  ['/settings/blocked-users', 'auth'],
  ['/settings/subscriptions', 'auth + creator'],
  ['/settings/private-medias', 'auth + creator'],
  ['/@{username}', 'open'],
  ['/@{username}/{id}', 'open'],
  ['/@{username}/albums/{id}', 'open'],
  ['/@{username}/edit', 'auth'],
  ['/@{username}/edit/{type}', 'auth'],
]

describe('pages of spec §2', () => {
  const found = new Map(pageInventory().map(({ path, access }) => [path, access]))
  it.each(pages)('%s is for %s', (path, access) => expect(found.get(path)).toBe(access))
})

describe('endpoints', () => {
  it('differ in method or path', async () => {
    const names = (await endpointInventory()).map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    )
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})
