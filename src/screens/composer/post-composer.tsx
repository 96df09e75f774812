import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { postLength } from '../../../contract/limits.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useWritePost, type Writing } from '../../queries/writing.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { Audience } from './audience.tsx'
import { ComposerMedia, useChosenMedia } from './composer-media.tsx'
import { type DraftState, hasNewEnd, isOut as isOutPost, obstacle, writingOf } from './draft-state.ts'
import { Summary } from './summary.tsx'
import { Until, When } from './when.tsx'

export type PostBeingWritten = {
  draft: DraftState
  change: (part: Partial<DraftState>) => void
  /** The post is about to be made or changed. */
  onSend: () => void
  /** The post was made or changed. */
  onMade: () => void
  /** Whether it is kept on the server. */
  hint?: string | null
}

/** Writes a post, or changes one: words, files, who sees it, for how much, and when (product §12, §15). */
export function PostComposer({ post, writing }: { post?: Post; writing: PostBeingWritten }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { draft, change } = writing
  const { mutate, isPending, variables, error } = useWritePost(post?.id ?? null)
  const chosen = useChosenMedia(draft.mediaIds)
  const may = viewer?.acting_as?.permissions
  const isOut = isOutPost(post)
  const reason = obstacle(
    draft,
    chosen.some((it) => it?.state === 'processing'),
    post,
  )
  const write = (isDraft: boolean) => {
    if (isPending) return
    // What is out keeps its moment; only what is not gets one.
    const { publish_at, draft: asDraft, expires_at, ...words } = writingOf(draft, isDraft)
    writing.onSend()
    mutate(
      {
        ...(post ? allowed(words, may) : words),
        ...(!isOut && { publish_at, draft: asDraft }),
        ...(hasNewEnd(draft, post) && { expires_at }),
      },
      { onSuccess: written },
    )
  }
  const written = (it: Post) => {
    writing.onMade()
    toast(outcome(it, isOut), { type: 'success' })
    if (it.draft || it.publish_at) void navigate({ to: '/upload', search: { step: 'drafts' } })
    else void navigate({ to: '/@{$username}/$id', params: { username: viewer?.username ?? '', id: it.id } })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (reason === null) write(false)
  }
  const hasContent = draft.text.trim() !== '' || draft.mediaIds.length > 0
  return (
    <form onSubmit={send} className="flex flex-col gap-6 px-4 py-5 sm:px-6">
      <Field label={m.composer_text()} hint={writing.hint}>
        <Textarea
          rows={4}
          value={draft.text}
          maxLength={postLength}
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <ComposerMedia draft={draft} chosen={chosen} onChange={change} />
      <Audience draft={draft} onChange={change} />
      <Switch
        label={m.composer_comments()}
        hint={m.composer_comments_hint()}
        checked={draft.payersOnly}
        onChange={(payersOnly) => change({ payersOnly })}
      />
      {!isOut && <When at={draft.at} onChange={(at) => change({ at })} />}
      <Until at={draft.until} from={draft.at} onChange={(until) => change({ until })} />
      <Summary draft={draft} />
      <SoldBefore count={openedCount(draft, chosen)} />
      {error && <ErrorLine>{fieldError(error) ?? errorMessage(error)}</ErrorLine>}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        {!isOut && (
          <Button
            disabledReason={hasContent ? null : m.composer_empty()}
            busy={isPending && variables.draft === true}
            onClick={() => write(true)}
          >
            {m.composer_draft()}
          </Button>
        )}
        <Button type="submit" variant="primary" disabledReason={reason} busy={isPending && variables.draft !== true}>
          {isOut ? m.composer_save() : draft.at === null ? m.composer_publish() : m.composer_schedule()}
        </Button>
      </div>
    </form>
  )
}

/** What fans have paid for and everyone would see for nothing: said before it is published. */
function SoldBefore({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p role="status" className="flex gap-2 rounded-control bg-sunken p-3 text-sm">
      <Icon name="triangle-exclamation-point" className="size-5 shrink-0 text-rust-text" />
      {m.composer_sold_before({ count })}
    </p>
  )
}

/** How many of the files were sold, and would be open to everyone without being so already. */
function openedCount({ visibility, previewIds }: DraftState, chosen: readonly (PrivateMedia | undefined)[]): number {
  const isOpen = (id: string) => visibility === 'public' || previewIds.includes(id)
  return chosen.filter((it) => it?.is_sold && !it.is_public && isOpen(it.id)).length
}

/** What an operator may not touch is not sent, so that it stays as it is. */
function allowed(words: Partial<Writing>, may: Permissions | undefined): Partial<Writing> {
  const { price, media_ids, preview_ids, ...rest } = words
  return {
    ...rest,
    ...(may?.can_payment !== false && { price }),
    ...(may?.can_medias !== false && { media_ids, preview_ids }),
  }
}

function outcome(post: Post, wasOut: boolean): string {
  if (wasOut) return m.composer_saved()
  if (post.draft) return m.composer_drafted()
  return post.publish_at ? m.composer_scheduled() : m.composer_published()
}
