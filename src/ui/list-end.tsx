import { useEffect, useRef } from 'react'
import { m } from '../paraglide/messages.js'
import { Button } from './button.tsx'

type ListEndProps = { hasMore: boolean; loading?: boolean; onMore?: () => void /** What the end says. */; end?: string }

/** The end of a list: it fetches more when it comes into view (and by button), or says that this was all. */
export function ListEnd({ hasMore, loading = false, onMore, end = m.ui_list_end() }: ListEndProps) {
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const it = foot.current
    if (!it || !hasMore || loading || !onMore) return
    const watch = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onMore(), {
      rootMargin: '600px',
    })
    watch.observe(it)
    return () => watch.disconnect()
  }, [hasMore, loading, onMore])
  return (
    <div ref={foot} className="flex items-center justify-center gap-3 px-4 py-8 text-ink-faint text-sm">
      {hasMore ? (
        <Button variant="ghost" busy={loading} {...(onMore && { onClick: onMore })}>
          {loading ? m.ui_loading() : m.ui_load_more()}
        </Button>
      ) : (
        <>
          <span aria-hidden="true" className="h-px w-8 bg-hairline" />
          {end}
          <span aria-hidden="true" className="h-px w-8 bg-hairline" />
        </>
      )}
    </div>
  )
}
