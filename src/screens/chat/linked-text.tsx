import { Suspense } from 'react'
import { cardOf, piecesOf, socialPiecesOf } from '../../lib/links.ts'
import { requestOrigin } from '../../lib/request.ts'
import { lazily } from '../../ui/lazily.ts'
import { PageLink } from '../../ui/page-link.tsx'

type LinkedTextProps = {
  text: string
  /** Show what the first link into this site leads to, as the viewer may see it. */
  withCard?: boolean
  /** `@names` and `#tags` are links too. */
  withNames?: boolean
  className: string
}

/**
 * A written text with its addresses as links. External ones are marked for search engines and get
 * no window of ours to reach back into.
 */
export function LinkedText({ text, withCard = false, withNames = false, className }: LinkedTextProps) {
  const here = requestOrigin()
  if (!(withNames ? /[@#]|https?:/i : /https?:/i).test(text)) return <p className={className}>{text}</p>
  const pieces = (withNames ? socialPiecesOf : piecesOf)(text, here)
  const links = pieces.flatMap((it) => (it.kind === 'link' ? [it] : []))
  const card = links.map((it) => it.inside && cardOf(it.inside)).find((it) => it)
  let at = 0
  return (
    <>
      <p className={className}>
        {pieces.map((piece) => {
          at += piece.kind === 'text' ? piece.text.length : piece.href.length
          if (piece.kind === 'text') return piece.text
          if (piece.inside !== null)
            return (
              <PageLink key={at} href={piece.inside} className="underline underline-offset-2">
                {piece.shown}
              </PageLink>
            )
          return (
            <a
              key={at}
              href={piece.href}
              rel="noopener nofollow ugc"
              target="_blank"
              className="underline underline-offset-2"
            >
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

const LinkCard = lazily(async () => (await import('./link-card.tsx')).LinkCard)
