import { expect, it } from 'vitest'
import { addressIn } from './language-host.ts'

const domain = '.fanfare.example'
it.each<[to: string, href: string, domain: string | undefined, there: string | null]>([
  ['en', 'https://fr.fanfare.example/@alice?tab=media#x', domain, 'https://en.fanfare.example/@alice?tab=media#x'],
  ['fr', 'https://en.fanfare.example:8443/', domain, 'https://fr.fanfare.example:8443/'],
  ['fr', 'https://fr.fanfare.example/', domain, null],
  ['fr', 'https://www.fanfare.example/', domain, null],
  ['fr', 'https://fanfare.example/', domain, null],
  ['en', 'http://localhost:8787/', undefined, null],
  ['en', 'https://fr.evil.test/', domain, null],
])('to %s from %s', (to, href, domain, there) => expect(addressIn(to, href, domain)).toBe(there))
