import { beforeAll, describe, expect, it } from 'vitest'
import { host, hostsConfig } from '../../contract/hosts.ts'
import { build } from './build.ts'
import { aliasOf, builtConfig, configFor } from './cloudflare.ts'

it.each([
  'main',
  'feature/chat list',
  'Fix_Ümlaut',
  '123-numbers',
  '---',
  '',
  'a'.repeat(200),
  'x/../../y',
  '$(rm -rf /)',
  'é',
  'UPPER',
])('gives the preview of %j an address that the hosts table knows', (branch) => {
  const alias = aliasOf(branch)
  expect(alias).toMatch(/^[a-z][a-z0-9-]*[a-z0-9]$/)
  expect(`${alias}-fanfare-preview`.length).toBeLessThanOrEqual(63)
  const config = hostsConfig({ PREVIEW_DOMAIN: 'fanfare-preview.acme.workers.dev' })
  expect(host(`${alias}-fanfare-preview.acme.workers.dev`, config)?.kind).toBe('preview')
})

it('gives branches that look alike different addresses', () => {
  expect(new Set(['fix/a', 'fix-a', 'fix_a', 'Fix-a', 'fix.a'].map(aliasOf)).size).toBe(5)
  expect(aliasOf('fix-a')).toBe('fix-a')
})

describe('the settings of a deployment', () => {
  beforeAll(() => build(), 180_000)

  it('deploys to production with the settings that the build writes', () => {
    // Through JSON, as wrangler reads them: settings that are undefined are not there.
    expect(JSON.parse(JSON.stringify(configFor('production')))).toEqual(builtConfig())
  })

  it.each(['staging', 'preview'])('gives %s its own settings', (target) => {
    expect(configFor(target)).toMatchObject({ main: 'index.js', no_bundle: true, targetEnvironment: target })
    expect(configFor(target).vars).not.toEqual(configFor('production').vars)
  })
})
