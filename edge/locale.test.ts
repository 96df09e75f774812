import { describe, expect, it } from 'vitest'
import { cookieLocale, detectLocale, rememberLocale } from './locale.ts'

describe('the locale of a request', () => {
  it.each([
    // host, cookie, browser → language
    ['fr', 'i18n_redirected=en', 'en', 'fr'],
    ['en', 'i18n_redirected=fr', 'fr', 'en'],
    [null, 'i18n_redirected=fr', 'en', 'fr'],
    [null, 'a=b; i18n_redirected=fr; c=d', 'en', 'fr'],
    [null, 'i18n_redirected=en-US', 'fr', 'en'],
    [null, 'i18n_redirected=de', 'fr', 'fr'],
    [null, 'i18n_redirected=../../etc/passwd', 'fr', 'fr'],
    [null, 'xi18n_redirected=en', 'fr', 'fr'],
    [null, null, 'fr', 'fr'],
    [null, null, 'FR-ca', 'fr'],
    [null, null, 'de, fr;q=0.4, en;q=0.5', 'en'],
    [null, null, 'en;q=0.2, fr;q=0.9', 'fr'],
    [null, null, 'en;q=0, fr;q=0.1', 'fr'],
    [null, null, 'fr, en', 'fr'],
    [null, null, 'en-GB,en;q=0.9,fr;q=0.8', 'en'],
    [null, null, 'fr;q=2, en;q=0.1', 'en'],
    [null, null, 'fr;q=banana', 'en'],
    [null, null, 'french', 'en'],
    [null, null, 'frx-CA', 'en'],
    [null, null, '*', 'en'],
    [null, null, 'de-DE,ja;q=0.9', 'en'],
    [null, null, '', 'en'],
    [null, null, null, 'en'],
    [null, null, ','.repeat(5000), 'en'],
  ] as const)('host %s, cookie %s, browser %s → %s', (host, cookie, acceptLanguage, locale) => {
    expect(detectLocale({ host, cookie, acceptLanguage })).toBe(locale)
  })

  it('writes a cookie for 365 days, with a domain only in production', () => {
    expect(rememberLocale('fr', null)).toBe('i18n_redirected=fr; Path=/; Max-Age=31536000; SameSite=Lax')
    expect(rememberLocale('en', '.fanfare.example')).toBe(
      'i18n_redirected=en-US; Path=/; Max-Age=31536000; SameSite=Lax; Domain=.fanfare.example; Secure',
    )
  })

  it('reads the first cookie of that name', () => {
    expect(cookieLocale('i18n_redirected=fr')).toBe('fr')
    expect(cookieLocale('i18n_redirected')).toBeNull()
    expect(cookieLocale('')).toBeNull()
  })
})
