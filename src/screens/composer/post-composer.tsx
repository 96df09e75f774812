import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { postLength } from '../../../contract/limits.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useWritePost, type Writing } from '../../queries/writing.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { Audience } from './audience.tsx'
import { ComposerMedia, useChosenMedia } from './composer-media.tsx'
import { type DraftState, draftOf, emptyDraft, obstacle, writingOf } from './draft-state.ts'
import { Summary } from './summary.tsx'
import { When } from './when.tsx'

/** Writes a post, or changes one: words, files, who sees it, for how much, and when (product §12, §15). */
export function PostComposer({ post, mediaIds = [] }: { post?: Post; mediaIds?: readonly string[] }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<DraftState>(() => (post ? draftOf(post) : emptyDraft(mediaIds)))
  const { mutate, isPending, variables, error } = useWritePost(post?.id ?? null)
  const chosen = useChosenMedia(draft.mediaIds)
  const change = (part: Partial<DraftState>) => setDraft((it) => ({ ...it, ...part }))
  const may = viewer?.acting_as?.permissions
  const isOut = post !== undefined && !post.draft && post.publish_at === null
  const reason = obstacle(
    draft,
    chosen.some((it) => it?.state === 'processing'),
  )
  const write = (isDraft: boolean) => {
    if (isPending) return
    // What is out keeps its moment; only what is not gets one.
    const { publish_at, draft: asDraft, ...words } = writingOf(draft, isDraft)
    mutate(
      { ...(post ? allowed(words, may) : words), ...(!isOut && { publish_at, draft: asDraft }) },
      { onSuccess: written },
    )
  }
  const written = (it: Post) => {
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
      <Field label={m.composer_text()}>
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
      <Summary draft={draft} />
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
