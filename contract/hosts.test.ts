import { describe, expect, it } from 'vitest'
import { allowedOrigin, host, hostsConfig, localeHosts } from './hosts.ts'

const config = hostsConfig({ PRODUCTION_DOMAIN: 'fanfare.example', PREVIEW_DOMAIN: 'fanfare.acme.workers.dev' })
const nothing = hostsConfig({})

describe('the table of hosts', () => {
  const shared = '.fanfare.example'
  it.each([
    ['fanfare.example', 'production', null, shared],
    ['www.fanfare.example', 'production', null, shared],
    ['app.fanfare.example', 'production', null, shared],
    ['en.fanfare.example', 'production', 'en', shared],
    ['fr.fanfare.example', 'production', 'fr', shared],
    ['FR.Fanfare.Example:443', 'production', 'fr', shared],
    ['fanfare.acme.workers.dev', 'preview', null, null],
    ['my-branch-fanfare.acme.workers.dev', 'preview', null, null],
    ['localhost', 'local', null, null],
    ['localhost:8787', 'local', null, null],
    ['127.0.0.1:3000', 'local', null, null],
    ['[::1]:8787', 'local', null, null],
  ])('%s is %s', (name, kind, locale, cookieDomain) => {
    expect(host(name, config)).toEqual({ kind, locale, cookieDomain })
  })

  it.each([
    'evilfanfare.example',
    'fanfare.example.evil.test',
    'de.fanfare.example',
    'a.www.fanfare.example',
    'fanfare.example.',
    '.fanfare.example',
    'xfanfare.acme.workers.dev',
    'x.y-fanfare.acme.workers.dev',
    '-fanfare.acme.workers.dev',
    'fanfare.evil.workers.dev',
    'workers.dev',
    'localhost.evil.test',
    'sub.localhost',
    '127.0.0.1.nip.io',
    '127.0.0.2',
    '0.0.0.0',
    '[::]',
    '',
    ' ',
    'fanfare.example/evil',
    'fanfare.example@evil.test',
    'fanfare.example:port',
    'fanfare.exämple',
    'fanfare.example\u0000',
  ])('refuses %j', (name) => {
    expect(host(name, config)).toBeNull()
  })

  it('knows only local names without configuration', () => {
    expect(host('fanfare.example', nothing)).toBeNull()
    expect(host('fanfare.acme.workers.dev', nothing)).toBeNull()
    expect(host('localhost:1', nothing)?.kind).toBe('local')
  })

  it('ignores a setting that is no domain', () => {
    for (const bad of ['', ' ', 'localhost', '.com', 'a b.com', 'x.com/evil', '*.com'])
      expect(hostsConfig({ PRODUCTION_DOMAIN: bad }).productionDomain).toBeNull()
  })

  it('names the hosts that speak one language', () => {
    expect(localeHosts(config)).toEqual([
      ['en', 'en.fanfare.example'],
      ['fr', 'fr.fanfare.example'],
    ])
    expect(localeHosts(nothing)).toEqual([])
  })
})

describe('who may call from where', () => {
  it.each([
    ['https://fanfare.example', 'https://fanfare.example', true],
    ['https://fr.fanfare.example', 'https://www.fanfare.example', true],
    ['http://fr.fanfare.example', 'https://www.fanfare.example', false],
    ['https://fr.fanfare.example:8443', 'https://www.fanfare.example', false],
    ['https://evil.fanfare.example', 'https://www.fanfare.example', false],
    ['https://fanfare.example.evil.test', 'https://fanfare.example', false],
    ['https://fanfare.acme.workers.dev', 'https://fanfare.example', false],
    ['http://localhost:8787', 'https://fanfare.example', false],
    ['http://localhost:8787', 'http://localhost:8787', true],
    ['http://localhost:3000', 'http://localhost:8787', false],
    ['http://127.0.0.1:8787', 'http://localhost:8787', false],
    ['https://a-fanfare.acme.workers.dev', 'https://a-fanfare.acme.workers.dev', true],
    ['https://b-fanfare.acme.workers.dev', 'https://a-fanfare.acme.workers.dev', false],
    ['null', 'http://localhost:8787', false],
    [null, 'http://localhost:8787', false],
    [undefined, 'http://localhost:8787', false],
    ['', 'http://localhost:8787', false],
    ['http://localhost:8787/', 'http://localhost:8787', false],
    ['http://evil@localhost:8787', 'http://localhost:8787', false],
    ['file://', 'http://localhost:8787', false],
    ['https://evil.test', 'https://evil.test', false],
  ])('%s → %s: %s', (origin, to, allowed) => {
    expect(allowedOrigin(origin, config, to)).toBe(allowed)
  })
})
