import { expect, it } from 'vitest'
import { letsDownload } from './download.ts'

it.each([
  { ofMedia: null, ofAccount: false, allowed: false },
  { ofMedia: null, ofAccount: true, allowed: true },
  { ofMedia: true, ofAccount: false, allowed: true },
  { ofMedia: true, ofAccount: true, allowed: true },
  { ofMedia: false, ofAccount: false, allowed: false },
  { ofMedia: false, ofAccount: true, allowed: false },
])('$ofMedia of the media and $ofAccount of the account: $allowed', ({ allowed, ...choices }) =>
  expect(letsDownload(choices)).toBe(allowed),
)
