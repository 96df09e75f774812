import { useQueries } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { messageLength, namePlaceholder, replyFolderLength, replyTitleLength } from '../../../contract/limits.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import { coinsText } from '../../lib/money.ts'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useSaveReply } from '../../queries/chat-tools.ts'
import { mediaQuery } from '../../queries/uploads.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { type Attached, AttachSheet } from './attach-sheet.tsx'
import { useClosedReply } from './reply-line.tsx'

type ReplyFormProps = {
  reply: SavedReply | null
  /** The names of the folders that there are. */
  folders: readonly string[]
  /** The folder of a new reply. */
  folder?: string | undefined
  onDone: () => void
}

/** Writes a saved reply, or changes one; its files are fetched first. */
export function ReplyForm(props: ReplyFormProps) {
  const { reply } = props
  const closed = useClosedReply()
  const isClosed = reply !== null && closed(reply) !== null
  const media = useQueries({ queries: isClosed ? [] : (reply?.media_ids ?? []).map((id) => mediaQuery(id)) })
  if (media.some((it) => it.isPending)) return <SkeletonList rows={3} />
  return <Form {...props} isClosed={isClosed} media={media.flatMap(({ data }) => data ?? [])} />
}

type FormProps = ReplyFormProps & { isClosed: boolean; media: readonly PrivateMedia[] }

function Form({ reply, folders, folder = '', onDone, isClosed, media }: FormProps) {
  const [title, setTitle] = useState(reply?.title ?? '')
  const [content, setContent] = useState(reply?.content ?? '')
  const [place, setPlace] = useState(reply?.folder ?? folder)
  const [attached, setAttached] = useState<Attached>({
    media,
    previewIds: reply?.preview_ids ?? [],
    price: reply?.price ?? null,
  })
  const { mutate, isPending, error } = useSaveReply()
  const known = useId()
  const isEmpty = content.trim() === '' && attached.media.length === 0 && !isClosed
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty) return
    const words = { ...(reply && { id: reply.id }), title, content, folder: place }
    // Files and price that an operator may not set stay as they are.
    mutate(isClosed ? words : { ...words, ...toInput(attached) }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-3 py-3">
      <Field label={m.chat_reply_title()} error={fieldError(error, 'title')}>
        <Input value={title} maxLength={replyTitleLength} required onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Field label={m.chat_reply_folder()} optional hint={m.chat_reply_folder_hint()}>
        <Input
          value={place}
          maxLength={replyFolderLength}
          list={known}
          autoComplete="off"
          onChange={(event) => setPlace(event.target.value)}
        />
      </Field>
      <datalist id={known}>
        {folders.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field
        label={m.chat_reply_content()}
        hint={m.chat_reply_content_hint({ name: namePlaceholder })}
        error={error ? (fieldError(error, 'content') ?? errorMessage(error)) : null}
      >
        <Textarea value={content} maxLength={messageLength} onChange={(event) => setContent(event.target.value)} />
      </Field>
      <Attaching attached={attached} onAttach={setAttached} isClosed={isClosed} />
      <div className="flex gap-2">
        <Button
          type="submit"
          variant="primary"
          busy={isPending}
          disabledReason={isEmpty ? m.chat_nothing_to_send() : null}
        >
          {m.chat_save()}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {m.ui_close()}
        </Button>
      </div>
    </form>
  )
}

type AttachingProps = { attached: Attached; onAttach: (attached: Attached) => void; isClosed: boolean }

/** The files of the reply and their price. */
function Attaching({ attached, onAttach, isClosed }: AttachingProps) {
  const [isOpen, setIsOpen] = useState(false)
  const closed = useClosed('can_medias')
  return (
    <>
      <Button
        className="self-start"
        disabledReason={isClosed ? m.refusal_permission_denied() : closed}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="image" />
        {attached.media.length > 0 ? m.chat_attached({ count: attached.media.length }) : m.chat_attach()}
        {attached.price !== null && ` · ${coinsText(attached.price)}`}
      </Button>
      <AttachSheet open={isOpen} onOpenChange={setIsOpen} attached={attached} onAttach={onAttach} />
    </>
  )
}

const toInput = ({ media, previewIds, price }: Attached) => ({
  media_ids: media.map((it) => it.id),
  preview_ids: [...previewIds],
  price,
})
