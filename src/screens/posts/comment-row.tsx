import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Comment, Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { useRemoveComment } from '../../queries/comments.ts'
import { openReport } from '../../stores/safety.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { WrittenText } from './written-text.tsx'

type CommentRowProps = { post: Post; comment: Comment; onReply: ((comment: Comment) => void) | undefined }

/** A comment with its author, time and actions: answer, report, remove. */
export function CommentRow({ post, comment, onReply }: CommentRowProps) {
  const { mutate, isPending, error } = useRemoveComment(post)
  const [isConfirming, setConfirming] = useState(false)
  const viewer = useViewer()
  const { author } = comment
  const name = author.display_name ?? `@${author.username}`
  return (
    <div className="flex gap-3 px-4 pt-3 sm:px-6">
      <Avatar user={author} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="text-sm">
          <Link
            to="/@{$username}"
            params={{ username: author.username ?? '' }}
            className="-my-3 inline-block max-w-full truncate py-3 align-bottom font-semibold hover:underline"
          >
            {name}
          </Link>{' '}
          <TimeAgo at={comment.created_at} className="text-ink-faint" />
        </p>
        <WrittenText text={comment.text} className="wrap-anywhere whitespace-pre-line" />
        {onReply && (
          <button
            type="button"
            aria-label={m.posts_reply_to({ name })}
            onClick={() => onReply(comment)}
            className="-ml-2 min-h-11 px-2 font-semibold text-ink-soft text-sm hover:text-ink"
          >
            {m.posts_reply()}
          </button>
        )}
      </div>
      {viewer?.id !== author.id && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={m.posts_comment_report({ name })}
          onClick={() => openReport({ kind: 'comment', id: comment.id, owner: author, text: comment.text })}
        >
          <Icon name="flag" className="size-4" />
        </Button>
      )}
      {comment.can_delete && (
        <>
          <Button variant="ghost" size="icon" aria-label={m.posts_comment_delete()} onClick={() => setConfirming(true)}>
            <Icon name="trash" className="size-4" />
          </Button>
          <ConfirmSheet
            open={isConfirming}
            onClose={() => setConfirming(false)}
            title={m.posts_comment_delete_title()}
            confirm={m.posts_comment_delete()}
            cancel={m.ui_keep()}
            onConfirm={() => mutate(comment.id)}
            busy={isPending}
            error={error}
          >
            {m.posts_comment_delete_text({ name })}
          </ConfirmSheet>
        </>
      )}
    </div>
  )
}
