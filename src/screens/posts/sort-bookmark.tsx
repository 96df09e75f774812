import { Suspense } from 'react'
import { m } from '../../paraglide/messages.js'
import { closeSheet, openSheet } from '../../stores/open-sheet.ts'
import { LateSheet } from '../../ui/late-sheet.tsx'
import { lazily } from '../../ui/lazily.ts'

/** The line in a post's menu that puts its bookmark into a list. */
export const sortBookmarkItem = (post: string) => ({
  label: m.bookmark_lists_sort(),
  icon: 'bookmark' as const,
  onSelect: () =>
    openSheet(
      <Suspense fallback={<LateSheet onClose={closeSheet} />}>
        <PostBookmarkLists post={post} onClose={closeSheet} />
      </Suspense>,
    ),
})

const PostBookmarkLists = lazily(async () => (await import('./post-bookmark-lists.tsx')).PostBookmarkLists)
