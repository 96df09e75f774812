import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { unpublishedQuery, useUpdatePost } from '../../queries/writing.ts'
import { toast } from '../../stores/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { RemovePost } from '../posts/remove-post.tsx'
import { unfilledName } from './draft-state.ts'
import { WaitingList, WaitingPost } from './waiting-list.tsx'

/** What waits: drafts, and posts whose time has not come. */
export function Drafts() {
  return (
    <WaitingList query={unpublishedQuery} empty={<NoDrafts />}>
      {(post) => <Draft post={post} />}
    </WaitingList>
  )
}

function NoDrafts() {
  const action = (
    <Link to="/upload" search={{ step: 'post' }} className={buttonClasses({ variant: 'primary' })}>
      {m.composer_drafts_write()}
    </Link>
  )
  return (
    <EmptyState scene="script" title={m.composer_drafts_empty_title()} action={action}>
      {m.composer_drafts_empty_text()}
    </EmptyState>
  )
}

function Draft({ post }: { post: Post }) {
  const [removing, setRemoving] = useState(false)
  const { mutate, isPending } = useUpdatePost(post.id)
  const publish = () =>
    mutate({ publish_at: null, draft: false }, { onSuccess: () => toast(m.composer_published(), { type: 'success' }) })
  return (
    <>
      <WaitingPost post={post}>
        {post.publish_at ? (
          <>
            <Badge tone="leaf">{m.composer_scheduled()}</Badge>
            <span>
              {m.composer_out_at()} <TimeAgo at={post.publish_at} />
            </span>
          </>
        ) : (
          <Badge>{m.composer_is_draft()}</Badge>
        )}
      </WaitingPost>
      <div className="flex flex-wrap gap-2">
        <Link to="/upload" search={{ step: 'post', post: post.id }} className={buttonClasses({ size: 'sm' })}>
          {m.composer_edit()}
        </Link>
        <Button size="sm" disabledReason={unfilledName(post.text ?? '')} busy={isPending} onClick={publish}>
          {m.composer_publish_now()}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setRemoving(true)}>
          {m.composer_delete()}
        </Button>
      </div>
      <RemovePost id={post.id} open={removing} onClose={() => setRemoving(false)} />
    </>
  )
}
