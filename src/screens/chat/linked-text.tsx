import { Suspense, useSyncExternalStore } from 'react'
import { cardOf, piecesOf } from '../../lib/links.ts'
import { lazily } from '../../ui/lazily.ts'

type LinkedTextProps = {
  text: string
  /** Show what the first link into this site leads to, as the viewer may see it. */
  withCard?: boolean
  className: string
}

/**
 * A written text with its addresses as links. External ones are marked for search engines and get
 * no window of ours to reach back into.
 */
export function LinkedText({ text, withCard = false, className }: LinkedTextProps) {
  const here = useOrigin()
  if (here === null || !/https?:/i.test(text)) return <p className={className}>{text}</p>
  const pieces = piecesOf(text, here)
  const links = pieces.flatMap((it) => (it.kind === 'link' ? [it] : []))
  const card = links.map((it) => it.inside && cardOf(it.inside)).find((it) => it)
  let at = 0
  return (
    <>
      <p className={className}>
        {pieces.map((piece) => {
          at += piece.kind === 'text' ? piece.text.length : piece.href.length
          if (piece.kind === 'text') return piece.text
          const outside = piece.inside === null ? { rel: 'noopener nofollow ugc', target: '_blank' } : {}
          return (
            <a key={at} href={piece.inside ?? piece.href} {...outside} className="underline underline-offset-2">
              {piece.shown}
            </a>
          )
        })}
      </p>
      {withCard && card && (
        <Suspense fallback={null}>
          <LinkCard username={card.username} postId={card.postId} />
        </Suspense>
      )}
    </>
  )
}

/** The page's own address, which only the browser knows: until then the text has no links. */
const useOrigin = (): string | null =>
  useSyncExternalStore(
    () => () => undefined,
    () => location.href,
    () => null,
  )

const LinkCard = lazily(async () => (await import('./link-card.tsx')).LinkCard)
