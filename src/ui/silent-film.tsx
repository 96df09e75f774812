import { Suspense, useEffect, useRef, useState } from 'react'
import type { Media } from '../../contract/media.ts'
import { lazily } from './lazily.ts'

/**
 * A film over its poster, playing in a loop and without its sound while most of it is in view. It loads nothing for a
 * viewer who saves data or wants no motion, and lets go of everything once it has left.
 */
export function SilentFilm({ media }: { media: Media }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || !mayPlay()) return
    const watch = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting === true), {
      threshold: 0.6,
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return (
    <span ref={place} aria-hidden="true" className="absolute inset-0">
      {isInView && media.hls !== null && (
        <Suspense fallback={null}>
          <Loop hls={media.hls} />
        </Suspense>
      )}
    </span>
  )
}

function mayPlay(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  const wants = (query: string) => matchMedia(query).matches
  return !connection?.saveData && !wants('(prefers-reduced-data: reduce)') && !wants('(prefers-reduced-motion: reduce)')
}

/** The engine that loads films comes with the first one in view. */
const Loop = lazily(async () => (await import('./silent-loop.tsx')).SilentLoop)
