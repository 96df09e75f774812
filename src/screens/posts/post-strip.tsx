import { type ReactNode, Suspense, useRef } from 'react'
import { lazily } from '../../ui/lazily.ts'
import { wholeOnScreen } from '../../ui/media-facts.ts'

type PostStripProps = { children: ReactNode; count: number; label: string /** Of every slide. */; shape: number }

/** Several pictures and films of a post side by side, to swipe through: each is as wide as the post. */
export function PostStrip({ children, count, label, shape }: PostStripProps) {
  const track = useRef<HTMLUListElement>(null)
  return (
    <div className="relative" style={wholeOnScreen(shape)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ul ref={track} tabIndex={0} aria-label={label} className="strip">
        {children}
      </ul>
      <Suspense fallback={null}>
        <StripMarks track={track} count={count} />
      </Suspense>
    </div>
  )
}

/** Where one is, and the arrows of a mouse. */
const StripMarks = lazily(async () => (await import('./strip-marks.tsx')).StripMarks)
