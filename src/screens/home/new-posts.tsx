import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FeedTab } from '../../lib/feed-tabs.ts'
import { m } from '../../paraglide/messages.js'
import { lookForNewPosts, newPostsQuery, useShowNewPosts } from '../../queries/new-posts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/**
 * Offers what was published since the feed was read, and moves nothing by itself. The socket says so of followed
 * creators; for a viewer who comes back to the browser's tab after a while it is asked.
 */
export function NewPosts({ tab }: { tab: FeedTab }) {
  const queryClient = useQueryClient()
  const { data: hasNews = false } = useQuery(newPostsQuery(tab))
  const { mutate, isPending } = useShowNewPosts(tab)
  useEffect(() => {
    let leftAt = Date.now()
    const look = () => {
      if (document.visibilityState === 'hidden') leftAt = Date.now()
      else if (Date.now() - leftAt > awayMs) lookForNewPosts(queryClient, tab).catch(() => undefined)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [queryClient, tab])
  return (
    <div role="status" className="sticky top-[calc(7rem+var(--bar))] z-10 flex h-0 justify-center">
      {hasNews && (
        <Button
          variant="primary"
          size="sm"
          busy={isPending}
          onClick={() => mutate(undefined, { onSuccess: () => scrollTo({ top: 0 }) })}
          className="rounded-full shadow-sheet"
        >
          <Icon name="arrow-up" className="size-4" />
          {m.feed_new_posts()}
        </Button>
      )}
    </div>
  )
}

const awayMs = 60_000
