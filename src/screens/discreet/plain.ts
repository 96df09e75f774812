import { plainName } from '../../lib/discreet.ts'

/** Keeps the title and the icons plain, whatever page is opened under them. Returns how to stop. */
export function keepPlain(): () => void {
  makePlain()
  const watch = new MutationObserver(makePlain)
  watch.observe(document.head, { subtree: true, childList: true, characterData: true })
  return () => watch.disconnect()
}

function makePlain(): void {
  if (document.title !== plainName) document.title = plainName
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link')) {
    const plain = plainLinks[link.rel]
    if (plain !== undefined && link.getAttribute('href') !== plain) link.href = plain
  }
}

const plainLinks: Record<string, string> = {
  icon: '/plain-icon.svg',
  'apple-touch-icon': '/plain-icon-180.png',
  manifest: '/manifest-plain.webmanifest',
}
