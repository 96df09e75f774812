import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { archivedQuery } from '../../queries/writing.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { OwnPostFacts } from '../posts/own-post-facts.tsx'
import { RemovePost } from '../posts/remove-post.tsx'
import { useArchive } from '../posts/use-archive.ts'
import { WaitingList, WaitingPost } from './waiting-list.tsx'

/** What was out and is in no list any more, by its creator's act or since its time is over (product §80). */
export function Archived() {
  const empty = (
    <EmptyState scene="trunk" title={m.composer_archived_empty_title()}>
      {m.composer_archived_empty_text()}
    </EmptyState>
  )
  return (
    <WaitingList query={archivedQuery} empty={empty}>
      {(post) => <ArchivedPost post={post} />}
    </WaitingList>
  )
}

function ArchivedPost({ post }: { post: Post }) {
  const [removing, setRemoving] = useState(false)
  const { bringBack, isPending } = useArchive(post)
  const { username } = post.author
  const title = (
    <Link to="/@{$username}/$id" params={{ username: username ?? '', id: post.id }} className="hover:underline">
      {post.text || m.composer_no_words()}
    </Link>
  )
  return (
    <>
      <div className="flex gap-3">
        <div className="min-w-0 flex-1">
          <WaitingPost post={post} title={title}>
            <span>
              {m.composer_archived_on()} <TimeAgo at={post.created_at} />
            </span>
          </WaitingPost>
        </div>
        <OwnPostFacts post={post} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={isPending} onClick={() => void bringBack()}>
          {m.posts_bring_back()}
        </Button>
        <Link to="/upload" search={{ step: 'post', post: post.id }} className={buttonClasses({ size: 'sm' })}>
          {m.composer_edit()}
        </Link>
        <Button size="sm" variant="ghost" onClick={() => setRemoving(true)}>
          {m.composer_delete()}
        </Button>
      </div>
      <RemovePost id={post.id} open={removing} onClose={() => setRemoving(false)} />
    </>
  )
}
