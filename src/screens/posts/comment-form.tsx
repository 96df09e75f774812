import { type FormEvent, useEffect, useRef } from 'react'
import { commentLength } from '../../../contract/limits.ts'
import type { Comment, Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { useAddComment } from '../../queries/comments.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useTextDraft } from '../frame/use-text-draft.ts'

/** A comment on the post, or an answer to one under it. */
export function CommentForm({ post, answered, onEnd }: { post: Post; answered: Comment | null; onEnd: () => void }) {
  // Also an answer: whom it answers is chosen again, the words are not typed again.
  const [text, setText] = useTextDraft(`comment ${post.id}`)
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending } = useAddComment(post)
  useEffect(() => {
    if (answered) form.current?.querySelector('textarea')?.focus()
  }, [answered])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim() || isPending) return
    const done = () => {
      setText('')
      onEnd()
    }
    mutate({ text: text.trim(), reply_to: answered?.id ?? null }, { onSuccess: done })
  }
  return (
    <form
      ref={form}
      onSubmit={send}
      onKeyDown={(event) => event.key === 'Escape' && onEnd()}
      className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] mt-3 border-hairline border-t bg-paper px-4 py-3 sm:px-6 md:bottom-0"
    >
      {answered && (
        <p className="mb-1 flex items-center justify-between text-ink-soft text-sm">
          {m.posts_replying({ name: answered.author.display_name ?? `@${answered.author.username}` })}
          <button
            type="button"
            aria-label={m.posts_reply_cancel()}
            onClick={onEnd}
            className="-mr-3 flex size-11 items-center justify-center hover:text-ink"
          >
            <Icon name="x" className="size-4" />
          </button>
        </p>
      )}
      <span className="flex items-end gap-2">
        <Textarea
          rows={1}
          className="max-h-[min(20rem,30dvh)]"
          value={text}
          maxLength={commentLength}
          onChange={(event) => setText(event.target.value)}
          aria-label={m.posts_comment_write()}
          placeholder={m.posts_comment_write()}
        />
        <Button type="submit" variant="primary" busy={isPending}>
          {m.posts_comment_send()}
        </Button>
      </span>
    </form>
  )
}
